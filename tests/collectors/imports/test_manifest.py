"""What people write in a manifest, and what they are told when it cannot be used: file, line, key, nearest key."""

from pathlib import Path

import pytest

from collectors.imports.known import KNOWN_METRICS
from collectors.imports.manifest import read_manifest
from collectors.imports.schema import SCHEMA, schema_text
from pgverdict.errors import Refused

HEAD = """\
experiment:
  id: work_mem_2025
  title: {en: Memory, ru: Память}
  primary: qps
  minimum_effect: 2%
  factors:
    - {name: work_mem, kind: guc, unit: MB, levels: [1, 4, 32], baseline: 4}
metrics:
  - {id: qps, unit: 1/s, better: higher, names: {en: [queries a second], ru: запросов в секунду}}
"""
RUN = "runs:\n  - {level: {work_mem: 4}, repeat: 1, results: {qps: 10234.5}}\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "m.yml"
    path.write_text(text)
    return path


def said(folder: Path, text: str) -> str:
    path = write(folder, text)
    with pytest.raises(Refused) as refused:
        read_manifest(path)
    return str(refused.value).replace(f"{path}:", "")


def test_the_contracts_example_is_understood(tmp_path: Path) -> None:
    manifest, _ = read_manifest(write(tmp_path, HEAD + RUN))
    assert manifest.experiment.factors[0].levels == ["1", "4", "32"]
    assert manifest.experiment.factors[0].base == "4"
    assert manifest.experiment.minimum_effect == 2.0
    assert manifest.metrics[0].names == {"en": ["queries a second"], "ru": ["запросов в секунду"]}
    assert manifest.runs[0].results == {"qps": 10234.5}


def test_levels_stay_as_they_were_written(tmp_path: Path) -> None:
    text = HEAD.replace("levels: [1, 4, 32], baseline: 4", "levels: [on, 010, 12:30, 1e3, 0x10], baseline: on")
    manifest, _ = read_manifest(write(tmp_path, text + RUN.replace("work_mem: 4", "work_mem: 12:30")))
    assert manifest.experiment.factors[0].levels == ["on", "010", "12:30", "1e3", "0x10"]
    assert manifest.runs[0].level == {"work_mem": "12:30"}


@pytest.mark.parametrize(
    ("written", "level"), [("4", "4"), ("4.0", "4"), ("4MB", "4"), ("4 MB", "4"), ("5", None), ("four", None)]
)
def test_a_level_is_recognised_with_its_unit_and_as_an_equal_number(
    tmp_path: Path, written: str, level: str | None
) -> None:
    manifest, _ = read_manifest(write(tmp_path, HEAD + RUN))
    assert manifest.experiment.factors[0].level(written) == level


@pytest.mark.parametrize(
    ("wrong", "right", "expected"),
    [
        ("primry: qps", "primary: qps", "4: experiment.primry: unknown key; the nearest known key is primary"),
        ("kind: guk", "kind: guc", "7: experiment.factors.0.kind: 'guk' is none of"),
        ("beter: higher", "better: higher", "9: metrics.0.beter: unknown key; the nearest known key is better"),
        ("minimum_effect: lots", "minimum_effect: 2%", "5: experiment.minimum_effect: 'lots' is not a number"),
        ("baseline: 5", "baseline: 4", "7: experiment.factors.0: baseline '5' is not one of the levels 1, 4, 32"),
        ("  id: no spaces", "  id: work_mem_2025", "2: experiment.id: string should match pattern"),
        ("repeat: 0", "repeat: 1", "11: runs.0.repeat: input should be greater than or equal to 1"),
        ("level: {work_mme: 4}", "level: {work_mem: 4}", "11: runs.0.level.work_mme: there is no such factor; the nearest is work_mem"),
        ("level: {work_mem: 5}", "level: {work_mem: 4}", "11: runs.0.level.work_mem: '5' is none of the levels 1, 4, 32"),
        ("qps: nan", "qps: 10234.5", "11: runs.0.results: qps is not a finite number"),
        (", results: {qps: 10234.5}", "", "11: runs.0: has neither files nor results"),
        ("repeat: 1, repeat: 2", "repeat: 1", "11: the key 'repeat' is given twice"),
        ("level: {work_mem: 4", "level: {work_mem: 4}", "is not YAML"),
    ],
)  # fmt: skip
def test_a_mistake_is_named_with_its_line_and_the_nearest_key(
    tmp_path: Path, wrong: str, right: str, expected: str
) -> None:
    whole = HEAD + RUN
    text = whole.replace(right, wrong) if right else whole.replace(wrong, "")
    assert text != whole
    assert expected in said(tmp_path, text)


def test_all_mistakes_are_named_at_once(tmp_path: Path) -> None:
    found = said(
        tmp_path, (HEAD + RUN).replace("primary", "primry").replace("beter", "better").replace("results", "result")
    )
    assert len(found.splitlines()) >= 3  # primry, the missing primary, result


def test_a_manifest_that_is_empty_or_no_mapping_is_refused(tmp_path: Path) -> None:
    assert "is empty" in said(tmp_path, "")
    assert "1:" in said(tmp_path, "- a\n- b\n")
    assert "there is nothing to import" in said(tmp_path, HEAD)
    with pytest.raises(Refused, match="cannot be read"):
        read_manifest(tmp_path / "missing.yml")


def test_aliases_that_multiply_without_end_are_refused(tmp_path: Path) -> None:
    bomb = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 10)}]\n" for i in range(9)
    )
    assert "more values than a manifest can" in said(tmp_path, bomb)


def test_the_schema_in_the_repository_is_that_of_the_types() -> None:
    assert SCHEMA.read_text() == schema_text(), "write it anew: python -m collectors.imports.schema"


def test_what_is_called_known_is_known_to_the_marts() -> None:
    seed = Path(__file__).resolve().parents[3] / "dbt_project" / "seeds" / "metrics.csv"
    assert set(KNOWN_METRICS) <= {line.split(",")[0] for line in seed.read_text().splitlines()}
