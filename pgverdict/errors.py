"""Errors carry the exit status that contracts.md 5 promises, so that every door (command, DAG, make) ends alike."""


class PgverdictError(Exception):
    """Base of what we raise on purpose. `str(error)` says what happened, where, and the next step.

    `exit_status`: 1 the answer is no, 2 refused for its input with nothing changed, 3 interrupted or a component failed.
    """

    exit_status = 3


class AnswerIsNo(PgverdictError):
    """The work was done and the answer is no: failed validation, contradicted claims."""

    exit_status = 1


class Refused(PgverdictError):
    """The input cannot be used; nothing was changed."""

    exit_status = 2


class ComponentFailed(PgverdictError):
    """Interrupted, or a component (server, warehouse, pgbench, dbt, endpoint) failed; what was begun is restored or resumable."""

    exit_status = 3


class _Told:
    """Whether this process was told to end: an exception that a signal raises can get lost (in a callback of the interpreter, a destructor)."""

    to_end = False


def note_interruption() -> None:
    """Notes that a signal told this process to end, whatever becomes of the exception that it raises."""
    _Told.to_end = True


def is_told_to_end() -> bool:
    """Whether a signal told this process to end; long work asks at its safe points."""
    return _Told.to_end


def follows_interruption(error: BaseException) -> bool:
    """Whether an error came up while an interruption was being handled, so that the interruption is what ended the work.

    A query that Ctrl-C broke off asks its server to cancel it, and the cancellation may reach the next query instead.
    """
    before, seen = error.__context__, {id(error)}
    while before is not None and id(before) not in seen:
        if isinstance(before, KeyboardInterrupt):
            return True
        seen.add(id(before))
        before = before.__context__
    return False
