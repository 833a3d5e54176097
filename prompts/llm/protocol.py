"""The line protocol between claims and a model: atoms behind placeholders on the way out, every rule checked on the way back."""

import re
from dataclasses import dataclass

from prompts import marks
from prompts.llm.language import wrong_language

_ATOM = re.compile(
    f"{marks.FIGURE}[^{marks.END}]*{marks.END}|{marks.CODE}[^{marks.CODE_END}]*{marks.CODE_END}|{marks.HANDLE}[^{marks.HANDLE_END}]*{marks.HANDLE_END}"
    r"|[^\s()«»,;:{}\ue000-\ue006]*\d(?:[^\s()«»,;:{}\ue000-\ue006]*[^\s()«»,;:{}.\ue000-\ue006])?"
)
_PLACEHOLDER = re.compile(r"\{([a-z]\d{1,3})\}")
_ANSWER = re.compile(r"^\s*(?:[-*]\s*)?\[(c\d{1,3})\]\s*(.+?)\s*$")
_LATIN = re.compile(r"[A-Za-z]+")
_FORBIDDEN = re.compile(r"[<>#|`*_\[\]\\^~]|https?:|www\.")
#: Words that decide a claim; a model may use them only where the template's sentence does, or as a placeholder.
DIRECTIONS = {
    "ru": re.compile(
        r"\b(выше|ниже|больше|меньше|лучш\w*|хуж\w*|худш\w*|быстр\w*|медленн\w*|раст[её]т|вырос\w*|снижа\w*|снизи\w*|пада\w*|упа\w*|улучш\w*|ухудш\w*|"
        r"максимальн\w*|минимальн\w*|оптимальн\w*|стабильн\w*|вдвое|втрое|намного|значительн\w*|существенн\w*|всегда|никогда|должен|должн\w*|"
        r"из-за|поэтому|потому|вызва\w*|приводит|привел\w*|благодаря|следует|рекоменд\w*)\b", re.IGNORECASE),
    "en": re.compile(
        r"\b(higher|lower|more|less|fewer|better|best|worse|worst|faster|slower|fastest|slowest|highest|lowest|largest|smallest|rises?|rose|grows?|grew|falls?|fell|drops?|"
        r"increas\w*|decreas\w*|improv\w*|degrad\w*|maxim\w*|minim\w*|optimal\w*|stable|twice|double\w*|significant\w*|substantial\w*|always|never|must|should|"
        r"because|therefore|causes?|caused|leads?|due|thanks|recommend\w*)\b", re.IGNORECASE),
}  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A claim on its way to the model: `plain` is the template's sentence with placeholders; `atoms` what they stand for."""

    key: str
    claim_id: str
    predicate: str
    plain: str
    atoms: dict[str, str]
    template: str

    def text(self) -> str:
        """The line as the prompt shows it."""
        return f"{self.key} | {self.predicate} | {' '.join('{' + name + '}' for name in self.atoms)} | {self.plain}"


def encode(key: str, claim_id: str, predicate: str, template: str) -> Line:
    """A template's sentence with every number, name and direction behind a placeholder; equal atoms share one."""
    atoms: dict[str, str] = {}
    names: dict[str, str] = {}

    def replace(match: re.Match[str]) -> str:
        atom = match.group(0)
        if atom not in names:
            kind = {marks.FIGURE: "f", marks.CODE: "l", marks.HANDLE: "w"}.get(atom[0], "n")
            names[atom] = f"{kind}{len(names) + 1}"
            atoms[names[atom]] = atom
        return "{" + names[atom] + "}"

    plain = _ATOM.sub(replace, template)
    return Line(key, claim_id, predicate, plain.replace("\u00a0", " "), atoms, template)


def decode(answer: str, lines: dict[str, Line]) -> tuple[dict[str, str], list[str]]:
    """The answer's sentences by key, and what could not be read; a key that comes twice counts as unreadable twice over."""
    found: dict[str, str] = {}
    unreadable: list[str] = []
    twice: set[str] = set()
    for raw in answer.splitlines():
        match = _ANSWER.match(raw)
        if match and match.group(1) in lines:
            key = match.group(1)
            if key in found and found[key] != match.group(2):
                twice.add(key)
            found[key] = match.group(2)
        elif raw.strip():
            unreadable.append(raw.strip()[:200])
    for key in twice:
        found.pop(key)
        unreadable.append(f"[{key}] came twice with different text")
    return found, unreadable


def problem(sentence: str, line: Line, language: str) -> str | None:
    """Why the sentence cannot be used, in words that the model is told; None when it can."""
    used = _PLACEHOLDER.findall(sentence)
    bare = _PLACEHOLDER.sub(" ", sentence)
    invented = [name for name in used if name not in line.atoms]
    missing = [name for name in line.atoms if name not in used]
    own = {word.lower() for word in DIRECTIONS[language].findall(line.plain)}
    chosen = [word for word in DIRECTIONS[language].findall(bare) if word.lower() not in own]
    checks = (
        (bool(invented), f"the placeholder {{{invented[0] if invented else ''}}} does not exist"),
        (bool(missing), f"the placeholder {{{missing[0] if missing else ''}}} is missing"),
        (bool(re.search(r"\d", bare)), "digits stand outside placeholders"),
        (any(not c.isprintable() for c in sentence), "control characters"),
        (bool(_FORBIDDEN.search(bare)) or "{" in bare or "}" in bare, "markup or an address"),
        (bool(chosen), f"the word {chosen[0] if chosen else ''} is not in the claim"),
        (len(sentence) > 2 * len(line.plain) + 120, "too long"),
        (not re.search(r"[.!?…]$", sentence.rstrip('»")')), "no full stop at the end"),
        (len(re.findall(r"[.!?](?=\s)", bare)) > 1, "more than two sentences"),
    )
    for is_wrong, reason in checks:
        if is_wrong:
            return reason
    # Latin words of the claim itself (tps, WAL, CPU) are no other language.
    own_latin = set(_LATIN.findall(_PLACEHOLDER.sub(" ", line.plain)))
    if language == "ru":
        bare = _LATIN.sub(lambda match: " " if match.group(0) in own_latin else match.group(0), bare)
    return wrong_language(bare, language)


def render(sentence: str, line: Line) -> str:
    """The sentence with atoms for placeholders, marks included."""
    return _PLACEHOLDER.sub(lambda match: line.atoms[match.group(1)], sentence)
