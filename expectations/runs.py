"""Asks right after a run whether it must be repeated: in SQL, by the suites' own definitions, without Great Expectations."""

from expectations.catalog import all_suites
from expectations.measuring import begin, boundary_suites, existing, finish, measure, set_scope
from expectations.verdicts import Verdict, judge, run_names, store, verdicts_of
from pgverdict.errors import Refused
from pgverdict.warehouse import connect


def check_run(run_id: int, dsn: str | None = None) -> list[str]:
    """The critical failures of one run as English sentences, empty when it is sound; all verdicts go to `quality`.

    Errors: Refused when there is no such run.
    """
    with connect("pgverdict_quality", dsn) as connection:
        row = connection.execute("select execution_id from control.runs where run_id = %s", [run_id]).fetchone()
        if row is None:
            raise Refused(f"there is no run {run_id}; `pgverdict list` shows those that there are")
        execution_id = int(row[0])
        validation_id = begin(connection, "run", [execution_id])
        set_scope(connection, [execution_id], run_id)
        names = run_names(connection)
        verdicts: list[Verdict] = []
        for suite in existing(connection, boundary_suites(all_suites(), "run")):
            measured = [m for m in measure(connection, validation_id, suite, [execution_id]) if m.run_id == run_id]
            verdicts += verdicts_of(suite, judge(suite, measured), names)
        store(connection, validation_id, verdicts)
        critical = [v.message_en for v in verdicts if v.severity == "critical" and not v.is_success]
        finish(connection, validation_id, not critical, {})
    return critical
