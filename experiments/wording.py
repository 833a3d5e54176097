"""The plan in words, in both languages of the project."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from experiments.plan import PlanReport

WORDS = {
    "en": {
        "head": "{id}{profile} on server {server}",
        "factor": "  factor {name} ({kind}): {levels}; compared with {baseline}",
        "design": "  {blocks} blocks of {members} runs each, {order}, seed {seed}; in every block the baseline runs twice (sentinel)",
        "decides": "  decided on {primary}; effects below {minimum_effect} do not matter",
        "time": "  {runs} runs of about {run}, together about {total}",
        "disk": "  disk: about {disk} MB",
        "touches": "  touched and put back on {server}: {things}",
        "nothing": "nothing (only the load varies)",
        "root": "  needs root on the server's host",
        "window": "  nights keep to the window {window}",
        "order": "  order:",
        "block": "    block {block}: {levels}",
        "randomised": "in random order",
        "as_listed": "in the listed order",
        "sentinel": "{level} (sentinel)",
    },
    "ru": {
        "head": "{id}{profile} на сервере {server}",
        "factor": "  фактор {name} ({kind}): {levels}; сравнивается с {baseline}",
        "design": "  блоков: {blocks}, прогонов в каждом: {members}, {order}, зерно {seed}; базовый уровень в блоке дважды (контрольный прогон)",
        "decides": "  решает {primary}; эффекты меньше {minimum_effect} не важны",
        "time": "  прогонов: {runs}, каждый около {run}, всего около {total}",
        "disk": "  диск: около {disk} МБ",
        "touches": "  меняется и возвращается на {server}: {things}",
        "nothing": "ничего (меняется только нагрузка)",
        "root": "  нужны права root на машине сервера",
        "window": "  ночи идут в окне {window}",
        "order": "  порядок:",
        "block": "    блок {block}: {levels}",
        "randomised": "в случайном порядке",
        "as_listed": "в порядке списка",
        "sentinel": "{level} (контрольный)",
    },
}


def duration(seconds: float, language: str) -> str:
    """'2 h 05 min', '6 min', '40 s'."""
    hours, minutes, second = {"en": ("h", "min", "s"), "ru": ("ч", "мин", "с")}[language]
    if seconds < 90:
        return f"{seconds:.0f} {second}"
    whole = round(seconds / 60)
    return f"{whole} {minutes}" if whole < 90 else f"{whole // 60} {hours} {whole % 60:02d} {minutes}"


def plan_text(report: PlanReport, language: str) -> str:
    """All of the report, for a terminal."""
    words = WORDS[language]
    touched = [
        *report.touched["guc"],
        *report.touched["sysctl"],
        *(f"volume {name}" for name in report.touched["volumes"]),
    ]
    touched += [name.replace("_", " ") for name in ("huge_pages", "transparent_huge_pages") if report.touched[name]]
    profile = f" ({report.profile})" if report.profile else ""
    lines = [words["head"].format(id=report.experiment_id, profile=profile, server=report.server)]
    for factor in report.factors:
        lines.append(words["factor"].format(**factor | {"levels": ", ".join(factor["levels"])}))
    members = len(report.runs) // report.repeats
    lines.append(
        words["design"].format(blocks=report.repeats, members=members, order=words[report.order], seed=report.seed)
    )
    lines.append(words["decides"].format(primary=report.primary, minimum_effect=report.minimum_effect))
    lines.append(
        words["time"].format(
            runs=len(report.runs), run=duration(report.run_s, language), total=duration(report.total_s, language)
        )
    )
    lines.append(words["disk"].format(disk=report.disk_bytes >> 20))
    lines.append(words["touches"].format(server=report.server, things=", ".join(touched) or words["nothing"]))
    lines += [words["root"]] if report.needs_root else []
    lines += [words["window"].format(window=report.window)] if report.window else []
    lines.append(words["order"])
    for block in range(1, report.repeats + 1):
        levels = [
            words["sentinel"].format(**run) if run["role"] == "sentinel" else run["level"]
            for run in report.runs
            if run["block"] == block
        ]
        lines.append(words["block"].format(block=block, levels="  ".join(levels)))
    return "\n".join(lines + [f"  {note}" for note in report.notes])
