"""The one error that the cluster tool raises on purpose."""


class ClusterError(Exception):
    """A cluster cannot be had; the text is one sentence for the person at the terminal."""
