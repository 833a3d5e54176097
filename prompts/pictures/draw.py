"""Which pictures an article gets and what each shows: rows of the marts as they are, no averaging of our own."""

from collections.abc import Callable, Sequence
from typing import Any

from pgverdict.i18n import number
from prompts import marks
from prompts.claims.load import RESOURCES
from prompts.claims.model import Claim, Level
from prompts.claims.series import speed_metrics, wait_metric
from prompts.claims.situation import primary_pairs
from prompts.claims.told import is_beyond_reading
from prompts.pictures.canvas import INK, MARKERS, Canvas, colour
from prompts.rows import Findings, SeriesRow
from prompts.wording import Wording

MOST_LEVELS = 8
MOST_BARS = 6
#: A ratio's axis has no zero; what fell to nothing is drawn at its left end.
LEAST_RATIO = 0.001


def draw_pictures(
    findings: Findings, claims: Sequence[Claim], wording: Wording
) -> tuple[dict[str, str], dict[str, str]]:
    """SVG and text alternative by name; a picture without data is not drawn."""
    speeds = speed_metrics(findings)
    waits = wait_metric(findings)
    jobs: dict[str, tuple[Callable[[], Canvas | None], str]] = {
        "speed": (
            lambda: _series(findings, wording, "speed", speeds[0] if speeds else findings.primary),
            _nom(wording, speeds[0] if speeds else findings.primary),
        ),
        "waits": (lambda: _series(findings, wording, "waits", waits) if waits else None, _nom(wording, waits)),
        "effects": (lambda: _effects(findings, wording), ""),
        "pareto": (lambda: _pareto(findings, wording), ""),
        "order": (lambda: _order(findings, wording), ""),
        "heat": (lambda: _heat(findings, wording), ""),
        "correlations": (lambda: _correlations(findings, claims, wording), ""),
        "disk": (lambda: _resources(findings, wording), ""),
        "history": (lambda: _history(findings, wording), _nom(wording, findings.primary)),
    }
    pictures, alts = {}, {}
    for name, (draw, metric) in jobs.items():
        canvas = draw()
        if canvas is not None:
            alts[name] = marks.bare(wording.text(f"picture.{name}.alt", metric=metric))
            pictures[name] = canvas.svg(alts[name], wording.language)
    return pictures, alts


def _nom(wording: Wording, metric: str | None) -> str:
    return marks.bare(wording.metric(metric).label) if metric and metric in wording.findings.metrics else ""


def _shown(wording: Wording, level: str) -> str:
    return marks.bare(wording.short_level(Level(level)) if len(wording.findings.experiment.factors) == 1 else level)


def _axis_label(wording: Wording, metric: str) -> str:
    row, term = wording.findings.metrics[metric], wording.metric(metric)
    unit = term.unit.strip("-") if term.unit else marks.bare(wording._unit_text(row.unit, None)).strip()
    return f"{_nom(wording, metric)}, {unit}" if unit else _nom(wording, metric)


def _series(findings: Findings, wording: Wording, name: str, metric: str) -> Canvas | None:
    """A panel a level: a thin line a run where the mart has runs, otherwise the runs' median in their range; drops shaded, load steps dotted."""
    rows = [row for row in findings.series if row.metric == metric and row.value is not None and not row.entity]
    levels = [level for level in findings.levels if any(row.level == level for row in rows)][:MOST_LEVELS]
    if not levels:
        return None
    # Runs of a short profile last seconds; minutes would all be fractions.
    unit = 60 if max(row.seconds for row in rows) > 180 else 1
    columns = min(len(levels), 4)
    canvas = Canvas(
        name, -(-len(levels) // columns), columns, 1.1 + 1.35 * -(-len(levels) // columns), sharey=True, sharex=True
    )
    for position, axis in enumerate(canvas.axes.flat):
        if position >= len(levels):
            axis.set_visible(False)
            continue
        _panel(findings, axis, [row for row in rows if row.level == levels[position]], position, unit)
        _shade(findings, axis, levels[position], unit)
        axis.set_title(_shown(wording, levels[position]))
    # Shared axes: a limit set while panels are still being drawn would freeze the others.
    canvas.axes[0][0].set_ylim(bottom=0)
    canvas.figure.supxlabel(
        wording.text("picture.minutes" if unit == 60 else "picture.seconds").lower(), fontsize=9, color=INK
    )
    canvas.figure.supylabel(_axis_label(wording, metric), fontsize=8, color=INK)
    return canvas


def _panel(findings: Findings, axis: Any, rows: list[SeriesRow], position: int, unit: int) -> None:
    valid = {run.run for run in findings.runs if run.is_valid}
    runs = [run for run in dict.fromkeys(row.run for row in rows) if run is not None and run in valid]
    chosen: list[int | None] = [*runs] or [None]
    for run in chosen:
        mine = [row for row in rows if row.run == run]
        minutes = [row.seconds / unit for row in mine]
        if run is None and all(row.value_low is not None and row.value_high is not None for row in mine):
            axis.fill_between(
                minutes,
                [row.value_low for row in mine],
                [row.value_high for row in mine],
                color=colour(position),
                alpha=0.2,
                linewidth=0,
            )
        axis.plot(
            minutes,
            [row.value for row in mine],
            color=colour(position),
            linewidth=1.1 if run is None else 0.8,
            alpha=1 if run is None else 0.75,
        )


def _shade(findings: Findings, axis: Any, level: str, unit: int) -> None:
    """Drops as grey bands, the beginning of load steps as dotted lines, from the windows of the level's runs."""
    begins = {
        run.run: run.measured_from for run in findings.runs if run.level == level and run.measured_from is not None
    }
    for window in findings.windows:
        begin = begins.get(window.run)
        if begin is not None:
            start, end = ((moment - begin).total_seconds() / unit for moment in (window.starts_at, window.ends_at))
            if window.kind == "drop":
                axis.axvspan(start, end, color="#888888", alpha=0.25, linewidth=0)
            elif start > 0:
                axis.axvline(start, color="#888888", linestyle=":", linewidth=0.4)


def _effects(findings: Findings, wording: Wording) -> Canvas | None:
    """Each pair on the primary metric: estimate and interval, with the band that does not matter."""
    pairs = [
        p for p in primary_pairs(findings) if p.effect_pct is not None and p.verdict not in ("drifting", "invalid")
    ][:14]
    if not pairs:
        return None
    canvas = Canvas("effects", height=0.9 + 0.3 * len(pairs))
    axis = canvas.axes[0][0]
    # Where one pair differs more than a percentage can say, all are drawn as ratios on the scale on which they were estimated.
    is_ratio = any(map(is_beyond_reading, pairs))

    def place(percent: float) -> float:
        return max(1 + percent / 100, LEAST_RATIO) if is_ratio else percent

    minimum = findings.experiment.minimum_effect_pct
    axis.axvspan(place(-minimum), place(minimum), color="#888888", alpha=0.25, linewidth=0)
    axis.axvline(place(0), color=INK, linewidth=0.6)
    for row, pair in enumerate(reversed(pairs)):
        is_shown = pair.verdict in ("better", "worse")
        if pair.effect_low_pct is not None and pair.effect_high_pct is not None:
            ends = [place(pair.effect_low_pct), place(pair.effect_high_pct)]
            axis.plot(ends, [row, row], color=colour(0), linewidth=1.6)
        axis.plot(
            [place(pair.effect_pct or 0.0)],
            [row],
            marker="o",
            color=colour(0),
            markerfacecolor=colour(0) if is_shown else "none",
            markersize=5,
        )
    versus = {"ru": "против", "en": "against"}[wording.language]
    axis.set_yticks(
        range(len(pairs)),
        [f"{_shown(wording, p.level)} {versus} {_shown(wording, p.baseline)}" for p in reversed(pairs)],
    )
    axis.set_ylim(-0.6, len(pairs) - 0.4)
    if is_ratio:
        axis.set_xscale("log")
        axis.xaxis.set_major_formatter(
            lambda value, _: f"×{value:g}".replace(".", "," if wording.language == "ru" else ".")
        )
        axis.xaxis.set_minor_formatter(lambda *_: "")
    axis.set_xlabel(wording.text("picture.ratio_axis" if is_ratio else "picture.effect_axis").lower())
    return canvas


def _pareto(findings: Findings, wording: Wording) -> Canvas | None:
    """Shares of the leading wait events, a bar a level, with intervals."""
    rows = [
        row
        for row in findings.pareto
        if row.kind == "wait" and row.rank and row.entity != "CPU" and row.level in findings.levels
    ]
    events = list(dict.fromkeys(row.entity for row in sorted(rows, key=lambda r: (r.rank or 0, r.entity))))[:MOST_BARS]
    if not any(
        findings.fact(f"wait:{event}", "share", level, denominator="active_session_time")
        for event in events
        for level in findings.levels
    ):
        return None
    levels = findings.levels[:MOST_LEVELS]
    canvas = Canvas("pareto", height=0.9 + 0.16 * len(events) * len(levels))
    axis = canvas.axes[0][0]
    step = 0.8 / len(levels)
    for position, level in enumerate(levels):
        for place, event in enumerate(reversed(events)):
            fact = findings.fact(f"wait:{event}", "share", level, denominator="active_session_time")
            if fact is None:
                continue
            y = place + 0.4 - step * (position + 0.5)
            axis.barh(
                y,
                fact.value,
                height=step * 0.85,
                color=colour(position),
                label=_shown(wording, level) if place == len(events) - 1 else None,
            )
            if fact.ci_low is not None and fact.ci_high is not None:
                axis.plot([fact.ci_low, fact.ci_high], [y, y], color=INK, linewidth=0.7)
    axis.set_yticks(range(len(events)), list(reversed(events)))
    axis.set_xlabel(wording.text("picture.share_axis").lower())
    canvas.figure.legend(fontsize=8, ncols=4, loc="outside upper center", frameon=False)
    return canvas


def _order(findings: Findings, wording: Wording) -> Canvas | None:
    """The primary metric of every valid run in the order of execution: drift is seen before it is computed."""
    found = []
    for run in findings.runs:
        fact = findings.fact(findings.primary, "mean", run.level, run=run.run) or findings.fact(
            findings.primary, "median", run.level, run=run.run
        )
        if run.is_valid and fact is not None and run.level in findings.levels:
            found.append((run, fact.value))
    if len(found) < 2:
        return None
    canvas = Canvas("order", height=2.0)
    axis = canvas.axes[0][0]
    for position, level in enumerate(findings.levels[:MOST_LEVELS]):
        for role, face in (("level", colour(position)), ("sentinel", "none")):
            mine = [(run.run, value) for run, value in found if run.level == level and run.role == role]
            if mine:
                label = (
                    _shown(wording, level)
                    if role == "level"
                    else f"{_shown(wording, level)}, {wording.text('picture.sentinel').lower()}"
                )
                axis.plot(
                    *zip(*mine, strict=True),
                    linestyle="none",
                    marker=MARKERS[position % len(MARKERS)],
                    color=colour(position),
                    markerfacecolor=face,
                    markersize=5,
                    label=label,
                )
    axis.set_xlabel(wording.text("picture.run").lower())
    axis.set_ylabel(_axis_label(wording, findings.primary), fontsize=8)
    _from_zero(axis, [value for _, value in found])
    axis.xaxis.get_major_locator().set_params(integer=True)
    canvas.figure.legend(fontsize=8, ncols=4, loc="outside upper center", frameon=False)
    return canvas


def _from_zero(axis: Any, values: Sequence[float]) -> None:
    """The axis from zero to a little above the highest value: its marker must not be cut."""
    highest = max(values)
    if highest > 0:
        axis.set_ylim(0, 1.08 * highest)


def _heat(findings: Findings, wording: Wording) -> Canvas | None:
    """The mean of the primary metric in every cell of a two-factor grid; with more factors, the rest is joined in rows."""
    factors = findings.experiment.factors
    if len(factors) < 2:
        return None
    columns = [str(level) for level in factors[-1]["levels"]]
    rows = list(dict.fromkeys(level.rpartition("/")[0] for level in findings.levels))
    facts = {level: findings.fact(findings.primary, "mean", level) for level in findings.levels}
    cells = [[getattr(facts.get(f"{row}/{column}"), "value", float("nan")) for column in columns] for row in rows]
    canvas = Canvas("heat", height=0.9 + 0.35 * len(rows))
    axis = canvas.axes[0][0]
    axis.grid(False)
    axis.pcolormesh(cells, cmap="cividis", edgecolors="none")
    known = [value for line in cells for value in line if value == value]
    middle = (min(known) + max(known)) / 2 if known else 0.0
    decimals = findings.metrics[findings.primary].decimals
    for y, line in enumerate(cells):
        for x, value in enumerate(line):
            if value == value:
                axis.text(
                    x + 0.5,
                    y + 0.5,
                    number(value, decimals, wording.language),
                    ha="center",
                    va="center",
                    color="#FFFFFE" if value < middle else "#000001",
                    fontsize=8,
                )
    axis.set_xticks([x + 0.5 for x in range(len(columns))], columns)
    axis.set_yticks([y + 0.5 for y in range(len(rows))], rows)
    axis.set_xlabel(str(factors[-1]["name"]))
    axis.set_ylabel(" / ".join(str(factor["name"]) for factor in factors[:-1]))
    return canvas


def _correlations(findings: Findings, claims: Sequence[Claim], wording: Wording) -> Canvas | None:
    """Raw and partial coefficient of each claimed pair: what the load alone had made shows as the gap."""
    mine = [
        claim
        for claim in claims
        if claim.topic == "correlations"
        and claim.predicate == "correlates"
        and claim.args["pearson"]
        and claim.args["partial"]
    ]
    if len(mine) < 2:
        return None
    canvas = Canvas("correlations", height=0.9 + 0.3 * len(mine))
    axis = canvas.axes[0][0]
    axis.axvline(0, color=INK, linewidth=0.6)
    names = []
    for row, claim in enumerate(reversed(mine)):
        raw, partial = claim.args["pearson"], claim.args["partial"]
        axis.plot([raw.value, partial.value], [row, row], color="#888888", linewidth=0.8)
        axis.plot(
            [raw.value],
            [row],
            marker="o",
            color=colour(0),
            markerfacecolor="none",
            linestyle="none",
            label={"ru": "обычная", "en": "raw"}[wording.language] if row == 0 else None,
        )
        axis.plot(
            [partial.value],
            [row],
            marker="s",
            color=colour(1),
            linestyle="none",
            label={"ru": "частная", "en": "partial"}[wording.language] if row == 0 else None,
        )
        level = f", {_shown(wording, claim.args['level'].text)}" if claim.args["level"] else ""
        names.append(f"{_nom(wording, claim.args['metric'])} – {_nom(wording, claim.args['partner'])}{level}")
    axis.set_yticks(range(len(names)), names, fontsize=7)
    axis.set_xlim(-1.06, 1.06)
    axis.set_ylim(-0.6, len(names) - 0.4)
    canvas.figure.legend(fontsize=8, ncols=2, loc="outside upper center", frameon=False)
    return canvas


def _history(findings: Findings, wording: Wording) -> Canvas | None:
    """The primary metric's means by level in every execution so far, with their intervals; drawn from the second execution on."""
    executions = list(dict.fromkeys(row.execution for row in findings.history))
    if len(executions) < 2:
        return None
    canvas = Canvas("history", height=2.2)
    axis = canvas.axes[0][0]
    levels = [level for level in findings.levels if any(row.level == level for row in findings.history)][:MOST_LEVELS]
    for position, level in enumerate(levels):
        mine = [row for row in findings.history if row.level == level]
        # Levels stand side by side, so that intervals do not hide one another.
        places = [executions.index(row.execution) + 0.5 * (position + 0.5) / len(levels) - 0.25 for row in mine]
        for place, row in zip(places, mine, strict=True):
            if row.ci_low is not None and row.ci_high is not None:
                axis.plot([place, place], [row.ci_low, row.ci_high], color=colour(position), linewidth=1.2)
        axis.plot(
            places,
            [row.value for row in mine],
            linestyle=":",
            linewidth=0.7,
            marker=MARKERS[position % len(MARKERS)],
            markersize=5,
            color=colour(position),
            label=_shown(wording, level),
        )
    step = -(-len(executions) // 10)
    dates = {row.execution: row.night for row in findings.history}
    axis.set_xticks(
        range(0, len(executions), step),
        [f"№ {e}" + (f"\n{dates[e]:%Y-%m-%d}" if dates[e] else "") for e in executions[::step]],
        fontsize=7,
    )
    axis.set_xlim(-0.5, len(executions) - 0.5)
    _from_zero(axis, [row.ci_high if row.ci_high is not None else row.value for row in findings.history])
    axis.set_ylabel(_axis_label(wording, findings.primary), fontsize=8)
    canvas.figure.legend(fontsize=8, ncols=4, loc="outside upper center", frameon=False)
    return canvas


def _resources(findings: Findings, wording: Wording) -> Canvas | None:
    """Small panels: the means of disk and CPU metrics by level, with their intervals."""
    wanted = [
        m
        for m in RESOURCES
        if m in findings.metrics and all(findings.fact(m, "mean", level) for level in findings.levels)
    ][:6]
    if len(wanted) < 2:
        return None
    rows = -(-len(wanted) // 3)
    canvas = Canvas("disk", rows, 3, 0.5 + 1.5 * rows)
    levels = findings.levels[:MOST_LEVELS]
    for position, axis in enumerate(canvas.axes.flat):
        if position >= len(wanted):
            axis.set_visible(False)
            continue
        for place, level in enumerate(levels):
            fact = findings.fact(wanted[position], "mean", level)
            if fact is not None:
                axis.bar(place, fact.value, width=0.7, color=colour(place))
                if fact.ci_low is not None and fact.ci_high is not None:
                    axis.plot([place, place], [fact.ci_low, fact.ci_high], color=INK, linewidth=0.8)
        axis.set_xticks(
            range(len(levels)),
            [_shown(wording, level) for level in levels],
            fontsize=7,
            rotation=30 if len(levels) > 4 else 0,
        )
        axis.set_title(_axis_label(wording, wanted[position]), fontsize=7)
    return canvas
