"""Sentences and commands of rules, filled with what their facts hold.

Names are the groups and attributes of the matched facts, and in every case ``{subject}`` (a whole reference such as
``Deployment/shop/checkout``), ``{kind}``, ``{namespace}``, ``{name}``, ``{pod}``, ``{container}`` and ``{node}``. A
fact about another object has a ``name`` of its own, and in a rule that rests on it ``{name}`` is that object's; the
subject's is ``{workload}`` always. ``{revised}`` is what can be rolled back (``Deployment/checkout``), unless it is
known to have no earlier revision. ``{image}`` is what the container runs, ``{claims}`` are the volumes that its pod
claims, with what they ask for; the names of ``_SPECIFIED`` stand in its own specification, those of ``_OF_NODE`` are
the versions of its node. Of a group or an attribute that several of the matched facts have, ``{every_NAME}`` lists all
values; where a probe is named, ``{asked}`` is what that probe asks. ``{one|other}`` is the first of them that is known.
"""

import re
from collections.abc import Mapping

from casebook_analyzer.classify.preconditions import revised
from casebook_analyzer.models import EvidenceBundle, FactKind
from casebook_analyzer.text import at_word

_OPTIONAL = re.compile(r"\[([^\[\]]*\{\w+(?:\|\w+)*\}[^\[\]]*)\]")
_NAME = re.compile(r"\{(\w+(?:\|\w+)*)\}")
VALUE_LIMIT = 160
"""Characters of a value in a sentence."""
_TWO_ENDS = re.compile(r"(?<=[^.\s])\.\.(?=\s|$)")
"""A value that ends as a sentence does, at the end of one."""
WITHHELD = "…"
"""Stands for a value that the reader may not see (:mod:`~casebook_analyzer.classify.logged`)."""
_OF_NODE = {
    "nodeArch": "architecture",
    "nodeCuda": "cudaVersion",
    "nodeDriver": "gpuDriver",
    "nodeKernel": "kernel",
    "nodeRuntime": "containerRuntime",
}
"""Name -> key of the bundle's environment."""
_SPECIFIED = ("hostPorts", "nodeLabels", "podRules", "resourceClaims", "storageLimit", "storageRequest")
"""Attributes of states that are names of templates."""
_PLAIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._:/@-]{0,251}[A-Za-z0-9])?")
"""What names of Kubernetes, images, addresses and paths of groups are made of: nothing of it means anything to a shell,
and no first character makes an option of it."""
_PATH = re.compile(r"/(?:[A-Za-z0-9._@-]++/?){1,20}+")


def known_names(bundle: EvidenceBundle) -> dict[str, str]:
    """The names that every template may use, without those that this case has no value for."""
    subject, signal = bundle.subject, bundle.signal
    names = {
        "subject": str(subject),
        "kind": subject.kind,
        "namespace": subject.namespace or signal.origin.namespace,
        "name": subject.name,
        "workload": subject.name,
        "revised": revised(bundle),
        "pod": signal.origin.name if signal.origin.kind == "Pod" else "",
        "container": signal.container or subject.container,
        "node": signal.node_name or subject.node_name,
        "image": _image_of(bundle, signal.container or subject.container),
        "claims": _claims_of(bundle),
        **_specified(bundle, signal.container or subject.container),
        **{name: bundle.environment.get(key, "") for name, key in _OF_NODE.items()},
    }
    return {name: value for name, value in names.items() if value}


def _image_of(bundle: EvidenceBundle, container: str) -> str:
    """What the failing container runs, as its pod says."""
    told = (fact.attributes for fact in bundle.facts if fact.kind is FactKind.STATE and "image" in fact.attributes)
    return next((of["image"] for of in told if of.get("container") == container), "")


def _specified(bundle: EvidenceBundle, container: str) -> dict[str, str]:
    """What the specification of the pod, or of its failing container, says and no message repeats."""
    told = [fact.attributes for fact in bundle.facts if fact.kind is FactKind.STATE]
    own = [of for of in told if of.get("container", container) == container or not container]
    found = ((name, next((of[name] for of in own if name in of), "")) for name in _SPECIFIED)
    return {name: value for name, value in found if value}


def _claims_of(bundle: EvidenceBundle) -> str:
    """The claims that were looked up and are there, each with the size that it asks for: ``data (10Gi)``."""
    told = (fact.attributes for fact in bundle.facts if fact.kind is FactKind.OBJECT)
    claims = (of for of in told if of.get("object") == "PersistentVolumeClaim" and {"requested", "boundTo"} & of.keys())
    return ", ".join(dict.fromkeys(_with_size(of) for of in claims))


def _with_size(claim: Mapping[str, str]) -> str:
    return f"{claim['name']} ({claim['requested']})" if "requested" in claim else claim["name"]


def names_in(template: str) -> list[str]:
    """The names that a sentence has room for."""
    return [name for names in _NAME.findall(template) for name in names.split("|")]


def _named(name: str, names: Mapping[str, str]) -> str:
    """The value of a name; of several, with ``|`` between them, the first that there is."""
    return next((value for one in name.split("|") if (value := names.get(one))), "")


def fill(template: str, names: Mapping[str, str]) -> str:
    """Fill the names into a sentence. A bracketed part without its value is left out, another reads ``unknown``."""
    text = _without_empty_parts(template, names)
    filled = _NAME.sub(lambda name: _value(_named(name[1], names)) or "unknown", text)
    return _TWO_ENDS.sub(".", filled)


def fill_command(template: str, names: Mapping[str, str]) -> str:
    """A command for a person to copy.

    Values come from logs of strangers: one that is no plain name stands as its ``<name>``, so that no value can end a
    word or begin an option, a pipe or a substitution.
    """

    def value(name: re.Match[str]) -> str:
        found = _named(name[1], names)
        return found if _PLAIN.fullmatch(found) or _PATH.fullmatch(found) else f"<{name[1]}>"

    return _NAME.sub(value, _without_empty_parts(template, names))


def fill_name(template: str, names: Mapping[str, str]) -> str:
    """The name of an object, or nothing when one of its parts is not known, or not to be told."""
    if any(_named(name, names) in ("", WITHHELD) for name in _NAME.findall(template)):
        return ""
    return _NAME.sub(lambda name: _named(name[1], names), template).strip()


def fill_pattern(pattern: str, names: Mapping[str, str]) -> str:
    """A pattern in which ``{name}`` stands for exactly the text that was found; quantifiers stay."""
    return _NAME.sub(lambda name: re.escape(names[name[1]]) if names.get(name[1]) else name[0], pattern)


def _without_empty_parts(template: str, names: Mapping[str, str]) -> str:
    return _OPTIONAL.sub(lambda p: p[1] if all(_named(n, names) for n in _NAME.findall(p[1])) else "", template)


def _value(value: str) -> str:
    return at_word(" ".join(value.split()).rstrip(":;, "), VALUE_LIMIT)
