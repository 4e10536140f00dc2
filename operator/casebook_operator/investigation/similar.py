"""A similar incident as ``status`` has it, in words: in Events, answers and messages. Pure."""

from casebook_operator.kube.values import Object, text


def whereabouts(similar: Object) -> str:
    """Which incident it was, as far as readers of the Investigation may know."""
    cluster = text(similar, "cluster")
    elsewhere = f"an incident of the cluster {cluster}" if cluster else "an incident of another namespace"
    return text(similar, "investigation") or elsewhere


def ending(similar: Object) -> str:
    """``fixed by: memory limit 64Mi -> 256Mi``, or that what ended it was no fix; empty where nothing is told of it."""
    resolution = text(similar, "resolution")
    how = "over without a fix" if similar.get("fixed") is False else "fixed by"
    return f"{how}: {resolution}" if resolution else ""
