"""The model server of the compose file says what it wants when the volume holds no model, or several."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "docker" / "serve_model.py"


@pytest.mark.parametrize(
    ("models", "named", "said"),
    [
        ([], "", "0 models (none)"),
        (["a.gguf", "b.gguf"], "", "2 models (a.gguf, b.gguf)"),
        (["a.gguf"], "c.gguf", "no c.gguf"),
    ],
)
def test_a_volume_without_the_one_model_is_refused(tmp_path: Path, models: list[str], named: str, said: str) -> None:
    for model in models:
        (tmp_path / model).touch()
    where = {"MODEL_FOLDER": str(tmp_path), "MODEL_FILE": named}
    done = subprocess.run([sys.executable, str(SCRIPT)], capture_output=True, text=True, env=os.environ | where)
    assert done.returncode == 1
    assert said in done.stderr
    assert "MODEL_FILE" in done.stderr
