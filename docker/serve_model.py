"""Serves a GGUF model by llama.cpp's own server, OpenAI-compatible, on MODEL_HOST:MODEL_PORT with MODEL_THREADS, until it is told to stop."""

import os
import signal
import sys
from pathlib import Path

import xllamacpp


def model_file(folder: Path) -> Path:
    """`MODEL_FILE` in the model volume, otherwise its only model."""
    found = sorted(folder.glob("*.gguf"))
    if named := os.environ.get("MODEL_FILE"):
        if not (folder / named).exists():
            sys.exit(f"{folder} holds no {named}: put it there, or name another in MODEL_FILE")
        return folder / named
    if len(found) != 1:
        names = ", ".join(path.name for path in found) or "none"
        sys.exit(f"{folder} holds {len(found)} models ({names}): put one *.gguf there, or name it in MODEL_FILE")
    return found[0]


def main() -> None:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(model_file(Path(os.environ.get("MODEL_FOLDER", "/models"))))
    parameters.hostnames = [os.environ.get("MODEL_HOST", "0.0.0.0")]  # noqa: S104  a container's own network
    parameters.port = int(os.environ.get("MODEL_PORT", "8080"))
    parameters.n_ctx = int(os.environ.get("MODEL_CONTEXT", "8192"))
    parameters.n_parallel = 1
    parameters.use_jinja = True
    if threads := os.environ.get("MODEL_THREADS"):
        parameters.cpuparams.n_threads = int(threads)
    server = xllamacpp.Server(parameters)
    print(f"serving {parameters.model.path} on {server.listening_address}", flush=True)
    signal.sigwait({signal.SIGTERM, signal.SIGINT})


if __name__ == "__main__":
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    main()
