"""Errors within errors: what Kubernetes and container runtimes write before the words that say what is wrong."""

import re

_WRAPPER = re.compile(
    r"(?:Error: "
    r"|Error creating: "
    r"|Internal error occurred: "
    r"|Back-off pulling image \"[^\"]{1,300}\": (?:ErrImagePull: )?"
    r"|[Ff]ailed to pull(?: and unpack)? image \"[^\"]{1,300}\": "
    r"|failed to resolve (?:reference|image) \"[^\"]{1,300}\": "
    r"|failed to (?:copy|do request|extract layer \S{1,90}|create containerd task|create containerd container"
    r"|create shim task|start container \"[^\"]{1,100}\"): "
    r"|httpReadSeeker: failed open: "
    r"|rpc error: code = \w{1,30} desc = "
    r"|Failed to create pod sandbox: "
    r"|failed to (?:create sandbox|setup network for sandbox) \"[^\"]{1,100}\": "
    r"|OCI runtime create failed: |(?:runc|crun) create failed: "
    r"|unable to start container process: |error during container init: )"
)
_STATUS = re.compile(r"rpc error: code = \w{1,30} desc = ")


def unwrapped(text: str) -> str:
    """The text without the errors that only hand on the one within (kubelet, containerd, CRI-O, runc, gRPC)."""
    start = 0
    while (wrapper := _WRAPPER.match(text, start)) is not None:
        start = wrapper.end()
    return _STATUS.sub("", text[start:]) or text
