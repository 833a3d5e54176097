"""Serves a GGUF model by llama.cpp's own server, OpenAI-compatible, on MODEL_HOST:MODEL_PORT, until it is told to stop."""

import os
import signal
import sys
from pathlib import Path

import xllamacpp


def model_file(folder: Path) -> Path:
    """`MODEL_FILE` in the model volume, otherwise its only model."""
    named = os.environ.get("MODEL_FILE")
    found = [folder / named] if named else sorted(folder.glob("*.gguf"))
    if len(found) != 1 or not found[0].exists():
        sys.exit(
            f"{folder} holds {len(found)} models ({', '.join(p.name for p in found) or 'none'}): put one *.gguf there, or name it in MODEL_FILE"
        )
    return found[0]


def main() -> None:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model_file(Path(os.environ.get("MODEL_FOLDER", "/models"))))
    parameters.hostname = os.environ.get("MODEL_HOST", "0.0.0.0")  # noqa: S104  a container's own network
    parameters.port = int(os.environ.get("MODEL_PORT", "8080"))
    parameters.n_ctx = int(os.environ.get("MODEL_CONTEXT", "8192"))
    parameters.n_parallel = 1
    server = xllamacpp.Server(parameters)
    print(f"serving {parameters.model.path} on {server.listening_address}", flush=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    main()
