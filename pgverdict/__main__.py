"""The door: `pgverdict` and `python -m pgverdict`; turns our errors into sentences and exit statuses."""

import os
import signal
import sys


def end_like_ctrl_c() -> None:
    """A supervisor's SIGTERM and a lost terminal end a night as Ctrl-C does: with the server put back."""
    from pgverdict.errors import note_interruption

    def interrupt(number: int, frame: object) -> None:
        # Once: what is begun now is to put the server back.
        for other in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(other, signal.SIG_IGN)
        note_interruption()
        raise KeyboardInterrupt

    def ctrl_c(number: int, frame: object) -> None:
        note_interruption()
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.signal(signal.SIGINT, ctrl_c)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_DFL:  # under nohup a lost terminal is meant to be ignored
            signal.signal(number, interrupt)


def _say_interrupted() -> None:
    print(
        "pgverdict: interrupted; `pgverdict resume` goes on, `pgverdict restore` puts the server's settings back",
        file=sys.stderr,
    )
    sys.exit(3)


def main() -> None:
    """Runs the command. Exit statuses are those of contracts.md 5; a traceback is shown only when PGVERDICT_DEBUG is set."""
    from pgverdict.command.verbs import app
    from pgverdict.errors import PgverdictError, follows_interruption

    end_like_ctrl_c()
    try:
        app()
    except PgverdictError as error:
        if os.environ.get("PGVERDICT_DEBUG"):
            raise
        print(f"pgverdict: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
    except (KeyboardInterrupt, SystemExit) as ended:
        # The command line's library ends with 130 when it is interrupted.
        if isinstance(ended, SystemExit) and ended.code != 130:
            raise
        _say_interrupted()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("PGVERDICT_DEBUG"):
            raise
        if follows_interruption(error):
            _say_interrupted()
        print(
            f"pgverdict: a component failed: {type(error).__name__}: {error}\n"
            "Nothing that was begun is lost: give the command again (PGVERDICT_DEBUG=1 shows the traceback); "
            "`pgverdict doctor` checks the parts.",
            file=sys.stderr,
        )
        sys.exit(3)


if __name__ == "__main__":
    main()
