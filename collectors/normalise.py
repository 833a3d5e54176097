"""Takes literals out of a query text. pg_stat_statements does so for most statements, not for utility ones (SET, COPY, ALTER ROLE …)."""

import re

#: Longest text that is kept, in characters.
LONGEST = 4000

_TOKEN = re.compile(
    r"""
      (?P<comment>--[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|\Z))          # may hold anything (ORMs put values there)
    | (?P<identifier>"(?:[^"]|"")*(?:"|\Z)|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*(?!')|\$\d+)
    | (?P<escaped>[eE]'(?:[^'\\]|\\.|'')*(?:'|\Z))
    | (?P<string>(?:[bBxXnN]|[uU]&)?'(?:[^']|'')*(?:'|\Z))
    | (?P<dollar>\$(?P<tag>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$.*?(?:\$(?P=tag)\$|\Z)|\$\$.*?(?:\$\$|\Z))
    | (?P<number>(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?)
    | (?P<space>\s+)
    | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def normalise_query(text: str) -> str:
    """The text with every string and number replaced by `?`, comments left out, white space made single. Parameters ($1) stay.

    Identifiers in double quotes stay. A text that ends within a literal (cut by the server) loses that literal as well.
    """
    parts = []
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "tag":
            kind = "dollar"
        if kind in ("comment", "space"):
            parts.append(" ")
        elif kind in ("string", "escaped", "dollar", "number"):
            parts.append("?")
        else:
            parts.append(token[0])
    return re.sub(r" +", " ", "".join(parts)).strip()[:LONGEST]
