"""Values of Kubernetes Secrets in manifests that a program printed: the key tells nothing, every value is secret."""

import re
from collections.abc import Callable

_KIND_YAML = re.compile(r"kind:[ \t]*[\"']?Secret(?:List)?[\"']?[ \t\r]*$", re.MULTILINE)
_KIND_JSON = re.compile(r"kind\\{0,3}\"\s*:\s*\\{0,3}\"Secret(?:List)?\\{0,3}\"")
_KIND = re.compile(r"kind:[ \t]*[\"']?Secret")
_ANY_KIND = re.compile(r"kind(?::[ \t]*[\"']?|\\{0,3}\"\s*:\s*\\{0,3}\")Secret")
_DATA_YAML = re.compile(r"^(\s*(?:- )?)(?:data|stringData):\s*$")
_ENTRY_YAML = re.compile(r"^(\s+)([\w.-]{1,253}):\s*(\S.*)$")
_KIND_FLOW = re.compile(r"kind:[ \t]{0,4}[\"']?Secret[\"']?[ \t]{0,4}[,}]")
_DATA_FLOW = re.compile(r"(?:data|stringData):[ \t]{0,4}\{([^{}]{0,65536})\}")
_ENTRY_FLOW = re.compile(r"((?<![\w.-])[\w.-]{1,253}+[\"']?:[ \t]{1,4}[\"']?)([^\s,{}\"'][^,{}\"'\n]{0,65536})")
_DATA_JSON = re.compile(r"\\{0,3}\"(?:data|stringData)\\{0,3}\"\s*:\s*\{([^{}]*)\}")
_ENTRY_JSON = re.compile(r"((\\{0,3}\")[\w.-]{1,253}\2\s*:\s*\2)((?:(?!\2)(?:\\.|[^\\]))*)(?=\2)", re.DOTALL)
# The bytes of a Secret as Go prints them: by %v and %+v of a struct, by its own String (k8s.io/api/core/v1,
# generated.pb.go), and by %#v. Its StringData has no brackets around a value: it goes as a whole.
_BYTES_GO = r"\d{1,3}(?: \d{1,3})*|0x[0-9a-f]{1,2}(?:, 0x[0-9a-f]{1,2})*"
_DATA_GO = re.compile(
    r"\bData:map\[(?:string\]\[\](?:uint8|byte)\{)?"
    rf"(?>\"?[\w.-]{{1,253}}\"?: ?(?:\[\](?:uint8|byte))?[\[{{](?:{_BYTES_GO})?[\]}}],? ?)++"
)
_ENTRY_GO = re.compile(rf"(?<=[\[{{])(?:{_BYTES_GO})(?=[\]}}])")
_STRINGS_GO = re.compile(r"(?<=\bStringData:map)(\[string\]string\{|\[(?!string\]))([^\[\]{}\n]{1,4096})(?=[\]}])")


def secret_data(text: str, mark: Callable[[str], str]) -> str:
    """Marks each value below ``data`` and ``stringData`` when the text holds a Secret, as YAML, as JSON or as Go."""
    if "Data:map[" in text:
        text = _DATA_GO.sub(lambda data: _ENTRY_GO.sub(lambda value: mark(value[0]), data[0]), text)
        text = _STRINGS_GO.sub(lambda data: f"{data[1]}{mark(data[2])}", text)
    # str.find is ten times as fast as a pattern, and most texts end here.
    if "Secret" not in text or _ANY_KIND.search(text) is None:
        return text
    if '"Secret' in text and _KIND_JSON.search(text):
        text = _DATA_JSON.sub(lambda data: _ENTRY_JSON.sub(lambda e: f"{e[1]}{mark(e[3])}", data[0]), text)
    kinds = [kind.start() for kind in _KIND.finditer(text)]
    in_lines = any(_KIND_YAML.match(text, kind) for kind in kinds)
    if any(_KIND_FLOW.match(text, kind) for kind in kinds):
        text = _DATA_FLOW.sub(lambda data: _ENTRY_FLOW.sub(lambda e: f"{e[1]}{mark(e[2])}", data[0]), text)
    if in_lines:
        text = "\n".join(_yaml(text.split("\n"), mark))
    return text


def _yaml(lines: list[str], mark: Callable[[str], str]) -> list[str]:
    marked: list[str] = []
    inside = -1  # the indentation of ``data:`` while its entries last
    block = -1  # the indentation of an entry whose value is a block scalar
    for line in lines:
        if inside < 0 and "ata:" not in line:
            marked.append(line)
            continue
        indent = len(line) - len(line.lstrip())
        data = _DATA_YAML.match(line) if "ata:" in line else None
        if data is not None:
            inside, block = data.end(1), -1
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
