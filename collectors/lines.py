"""What every parser of lines says when a line is not what its format promises: which line, and what is wrong with it."""

from pgverdict.errors import Refused


class LineProblem(Refused):
    """A line that its format does not allow. `line` counts from 1; whoever knows the file's name adds it (`within`)."""

    def __init__(self, line: int, problem: str, path: str | None = None) -> None:
        self.line, self.problem, self.path = line, problem, path
        super().__init__(f"{path or 'line'}{':' if path else ' '}{line}: {problem}")

    def within(self, path: object) -> "LineProblem":
        """The same problem with the file that the line stands in."""
        return LineProblem(self.line, self.problem, str(path))


def shown(text: str, longest: int = 80) -> str:
    """A line as a message may show it: quoted, without control characters, cut."""
    return repr(text if len(text) <= longest else text[:longest] + "…")
