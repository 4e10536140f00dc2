"""What a kubeconfig says: where the cluster is, and how its user shows who he is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import yaml

from casebook_analyzer.errors import ConfigurationError

_ACCOUNT = Path("/var/run/secrets/kubernetes.io/serviceaccount/token")
_INSTEAD = (
    "Make one (kubectl create token NAME -n NAMESPACE --audience casebook > token), and name it with --token-file."
)


async def read_kubeconfig(configuration: Any, kubeconfig: Path | None = None, context: str | None = None) -> None:
    """Write into a configuration of the official client what a kubeconfig says, by the current context or another.

    A plugin that the user is known by is run.

    Raises:
        ConfigurationError: There is no file, or it cannot be used.
    """
    from kubernetes.aio import config as kubernetes_config

    _require_file(kubeconfig)
    with _usable(kubeconfig):
        await kubernetes_config.load_kube_config(
            config_file=str(kubeconfig or _places()),
            context=context,
            client_configuration=configuration,
            persist_config=False,
        )


def in_cluster() -> bool:
    """Whether this is a pod with a service account."""
    return _ACCOUNT.is_file()


def read_service_account(configuration: Any) -> None:
    """The same from the service account of the pod.

    Raises:
        ConfigurationError: It cannot be used.
    """
    from kubernetes.aio import config as kubernetes_config

    with _usable(None):
        kubernetes_config.load_incluster_config(client_configuration=configuration)


async def token_of_user() -> str:
    """The token of the user in the kubeconfig's current context: written there, in a file, or given by a plugin.

    The account of a pod is no user, and its token is not taken.

    Raises:
        ConfigurationError: There is no kubeconfig that can be used, or the user shows by something else who he is.
    """
    from kubernetes.aio import client as kubernetes_client

    configuration = kubernetes_client.Configuration()
    await read_kubeconfig(configuration)
    kind, _, token = str(configuration.api_key.get("BearerToken", "")).partition(" ")
    token = token.strip()
    if kind == "Bearer" and token and token.isascii() and token.isprintable() and " " not in token:
        return token
    if kind == "Basic":
        what = "has a password, which is never sent to casebook web"
    elif configuration.cert_file:
        what = "has a client certificate, which shows who he is to the API server alone"
    else:
        what = "has no token"
    raise ConfigurationError(f"The user in the current context of the kubeconfig {what}. {_INSTEAD}")


@contextmanager
def _usable(kubeconfig: Path | None) -> Iterator[None]:
    from kubernetes.aio.config import ConfigException

    try:
        yield
    except (ConfigException, yaml.YAMLError, OSError, ValueError, TypeError, AttributeError, KeyError) as error:
        source = f"The kubeconfig {kubeconfig}" if kubeconfig else "The default kubeconfig"
        why = " ".join(str(error).split()) or type(error).__name__
        raise ConfigurationError(
            f"{source} cannot be used ({why}). Name one with --kubeconfig or in KUBECONFIG."
        ) from error


def _places() -> str:
    """``KUBECONFIG``, which may name several files, else ``~/.kube/config``."""
    return os.environ.get("KUBECONFIG") or "~/.kube/config"


def _require_file(named: Path | None) -> None:
    """The client library says of a missing file that it lacks a key, and prints to standard output."""
    places = [named] if named else [Path(p).expanduser() for p in _places().split(os.pathsep)]
    if not any(place.is_file() for place in places):
        missing = " or ".join(map(str, places))
        raise ConfigurationError(f"There is no kubeconfig {missing}. Name one with --kubeconfig or in KUBECONFIG.")
