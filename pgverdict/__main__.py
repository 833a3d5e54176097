"""The door: `pgverdict` and `python -m pgverdict`; turns our errors into sentences and exit statuses."""

import os
import sys


def main() -> None:
    """Runs the command. Exit statuses are those of contracts.md 5; a traceback is shown only when PGVERDICT_DEBUG is set."""
    from pgverdict.command.verbs import app
    from pgverdict.errors import PgverdictError

    try:
        app()
    except PgverdictError as error:
        if os.environ.get("PGVERDICT_DEBUG"):
            raise
        print(f"pgverdict: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
    except KeyboardInterrupt:
        print(
            "pgverdict: interrupted; `pgverdict resume` goes on, `pgverdict restore` puts the server's settings back",
            file=sys.stderr,
        )
        sys.exit(3)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("PGVERDICT_DEBUG"):
            raise
        print(
            f"pgverdict: a component failed: {type(error).__name__}: {error}\n"
            "Nothing that was begun is lost: give the command again (PGVERDICT_DEBUG=1 shows the traceback); "
            "`pgverdict doctor` checks the parts.",
            file=sys.stderr,
        )
        sys.exit(3)


if __name__ == "__main__":
    main()
