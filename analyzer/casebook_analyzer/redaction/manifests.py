"""Values of Kubernetes Secrets in manifests that a program printed: the key tells nothing, every value is secret."""

import re
from collections.abc import Callable

_KIND_YAML = re.compile(r"kind:[ \t]*[\"']?Secret[\"']?[ \t\r]*$", re.MULTILINE)
_KIND_JSON = re.compile(r"kind\\{0,3}\"\s*:\s*\\{0,3}\"Secret\\{0,3}\"")
_DATA_YAML = re.compile(r"^(\s*)(?:- )?(?:data|stringData):\s*$")
_ENTRY_YAML = re.compile(r"^(\s+)([\w.-]{1,253}):\s*(\S.*)$")
_DATA_JSON = re.compile(r"\\{0,3}\"(?:data|stringData)\\{0,3}\"\s*:\s*\{([^{}]*)\}")
_ENTRY_JSON = re.compile(r"((\\{0,3}\")[\w.-]{1,253}\2\s*:\s*\2)((?:(?!\2)(?:\\.|[^\\]))*)(?=\2)", re.DOTALL)
# Go's %v and %+v of a Secret print its bytes as decimal numbers.
_DATA_GO = re.compile(
    r"\bData:map\[(?:string\]\[\](?:uint8|byte)\{)?([\w.-]{1,253}:\[\d{1,3}(?: \d{1,3})*\][^\[\]\n]*)+\]"
)
_ENTRY_GO = re.compile(r"(?<=:\[)\d{1,3}(?: \d{1,3})*(?=\])")


def secret_data(text: str, mark: Callable[[str], str]) -> str:
    """Marks each value below ``data`` and ``stringData`` when the text holds a Secret, as YAML, as JSON or as Go."""
    if "Data:map[" in text:
        text = _DATA_GO.sub(lambda data: _ENTRY_GO.sub(lambda value: mark(value[0]), data[0]), text)
    # str.find is ten times as fast as a pattern, and most texts end here.
    if '"Secret' in text and _KIND_JSON.search(text):
        text = _DATA_JSON.sub(lambda data: _ENTRY_JSON.sub(lambda e: f"{e[1]}{mark(e[3])}", data[0]), text)
    if "Secret" in text and "kind:" in text and _KIND_YAML.search(text):
        text = "\n".join(_yaml(text.split("\n"), mark))
    return text


def _yaml(lines: list[str], mark: Callable[[str], str]) -> list[str]:
    marked: list[str] = []
    inside = -1  # the indentation of ``data:`` while its entries last
    block = -1  # the indentation of an entry whose value is a block scalar
    for line in lines:
        indent = len(line) - len(line.lstrip())
        data = _DATA_YAML.match(line)
        if data is not None:
            inside, block = indent, -1
        elif line.strip() and indent <= inside:
            inside = block = -1
        if data is None and inside >= 0 and line.strip():
            entry, block = _entry(line, indent, block, mark)
            marked.append(entry)
        else:
            marked.append(line)
    return marked


def _entry(line: str, indent: int, block: int, mark: Callable[[str], str]) -> tuple[str, int]:
    if 0 <= block < indent:
        return line[:indent] + mark(line[indent:]), block
    entry = _ENTRY_YAML.match(line)
    if entry is None:
        return line[:indent] + mark(line[indent:]), -1
    if entry[3].rstrip() in {"|", "|-", ">", ">-", "|+"}:
        return line, indent
    return f"{entry[1]}{entry[2]}: {mark(entry[3].strip())}", -1
