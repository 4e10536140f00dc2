"""Up, down, restart: what the command line and the tests call."""

from __future__ import annotations

import time
from pathlib import Path

from e2e.cluster import build, cleanup, foreign, network, node, ours, probe, process
from e2e.cluster.errors import ClusterBusyError, ClusterError
from e2e.cluster.gomodules import CONTROL_PLANE, NODE, SERVICES, WORKLOAD, Recipe
from e2e.cluster.model import Cluster
from e2e.cluster.options import Options
from e2e.cluster.sources import Source, choose, machine_facts, require_kubectl
from e2e.cluster.state import Component, State, StateDir
from e2e.waiting import say

_RESTART_SECONDS = 60.0


def up(options: Options | None = None) -> Cluster:
    """Return a running cluster, and start one if none runs. A failure or Ctrl-C leaves nothing behind."""
    chosen = options or Options()
    where = StateDir(chosen.state_dir)
    with where.locked():
        source = choose(chosen, machine_facts())
        before = _load(where)
        if before is not None and healthy(before):
            if conflict := _conflict(before, chosen):
                raise ClusterError(conflict)
            return Cluster.of(before)
        _destroy(where, before)
        if chosen.allow_node:  # who wants none is in nobody's way, and would hold up the one who does
            _destroy_orphan(where)
        where.create()
        try:
            state = _start(where, chosen, source)
        except BaseException:
            _destroy(where, where.load(), keep_logs=True)
            raise
        return Cluster.of(state)


def down(state_dir: Path | None = None) -> None:
    """Remove the cluster; without one it only looks for what a crash may have left."""
    where = StateDir(state_dir or Options().state_dir)
    # The folder alone says nothing: whatever cleans /tmp may have taken it.
    if where.path.exists() or process.marked(where.path) or network.bridge_owner() == str(where.path):
        with where.locked():
            _destroy(where, _load(where))


def current(state_dir: Path | None = None) -> Cluster | None:
    """Return the cluster that runs, without starting or changing anything."""
    state = StateDir(state_dir or Options().state_dir).load()
    return Cluster.of(state) if state is not None and healthy(state) else None


def healthy(state: State) -> bool:
    """Tell whether everything that was started still works, and is still somebody's."""
    if state.abandoned:
        return False
    if state.phase != "running" or not all(component.running for component in state.components):
        return False
    if not state.components:
        return _answers(state)
    kubeconfig = Path(state.kubeconfig)
    if not kubeconfig.exists() or probe.get(kubeconfig, "/readyz") != b"ok":
        return False
    return not state.node_name or probe.node_ready(kubeconfig, state.node_name)


def load_image(archive: Path, state_dir: Path | None = None) -> None:
    """Give an image in an OCI archive to the node, under the name that the archive carries."""
    where = StateDir(state_dir or Options().state_dir)
    state = where.load()
    if state is None or state.mode not in {"node", "kind"}:
        raise ClusterError("images are loaded into a node of our own or of kind only; let others pull them")
    done = foreign.load_archive(archive) if state.mode == "kind" else ours.import_archive(where, state, archive)
    if done.returncode:
        raise ClusterError(f"the image {archive.name} cannot be loaded: {done.stderr.strip()}")


def name_image(name: str, new: str, state_dir: Path | None = None) -> None:
    """Give an image that a node of our own has a second name, as if it came from another registry."""
    where = StateDir(state_dir or Options().state_dir)
    state = where.load()
    if state is None or state.mode != "node":
        raise ClusterError("images are named anew on a node of our own only")
    done = ours.name_image(where, state, name, new)
    if done.returncode:
        raise ClusterError(f"the image {name} cannot be called {new}: {done.stderr.strip()}")


def restart(name: str, state_dir: Path | None = None) -> None:
    """Stop a component and start it again as it was, and wait until the cluster is healthy."""
    _change(name, state_dir, running=True)


def stop(name: str, state_dir: Path | None = None) -> None:
    """Stop a component; `restart` starts it again."""
    _change(name, state_dir, running=False)


def _change(name: str, state_dir: Path | None, *, running: bool) -> None:
    where = StateDir(state_dir or Options().state_dir)
    with where.locked():
        state = where.load()
        if state is None:
            raise ClusterError("no cluster runs")
        component = state.component(name)
        if component.handle is not None:
            process.stop([component.handle])
        if running:
            ours.launch(where, state, component)
            where.save(state)
            _await_health(where, state, component)


def _await_health(where: StateDir, state: State, component: Component) -> None:
    deadline = time.monotonic() + _RESTART_SECONDS
    ours.await_serving(where, state, component, deadline)
    # A test may have stopped another component on purpose.
    if all(one.running for one in state.components):
        probe.wait(f"the cluster after the restart of {component.name}", lambda: healthy(state), deadline)


def _load(where: StateDir) -> State | None:
    # A state that cannot be read must not stop `down`: processes are found by their mark all the same.
    try:
        return where.load()
    except ClusterError as error:
        say(f"warning: {error}")
        return None


def _conflict(state: State, options: Options) -> str | None:
    """Return why a healthy cluster is not what is asked for; it is never replaced, for somebody may be using it."""
    if options.kubeconfig is not None and state.kubeconfig != str(options.kubeconfig):
        return f"a {state.mode} cluster is in use here and another one is named; run `make cluster-down` first"
    if options.kubeconfig is None and state.mode == "given":
        return f"the cluster of {state.kubeconfig} is in use here; run `make cluster-down` first, which only forgets it"
    if options.services and state.mode == "node" and not ours.has_services(state):
        return "the cluster that runs here has no Service addresses; run `make cluster-down` first"
    return None


def _answers(state: State) -> bool:
    ask = [state.kubectl, f"--kubeconfig={state.kubeconfig}", "--request-timeout=10s", "get", "--raw=/readyz"]
    return process.run(ask).returncode == 0


def _destroy(where: StateDir, state: State | None, *, keep_logs: bool = False) -> None:
    if state is not None and state.mode == "kind":
        foreign.delete_kind()
    cleanup.destroy(where, state, keep_logs=keep_logs)


def _destroy_orphan(where: StateDir) -> None:
    """Remove what a killed run in another state folder has left of its node: a machine has room for one."""
    owner = network.bridge_owner()
    if not owner or Path(owner) == where.path:
        return
    theirs = StateDir(Path(owner))
    try:
        with theirs.locked(patience=0):
            if _orphaned(theirs):
                say(f"removing what is left of the cluster of {owner}")
                _destroy(theirs, _load(theirs))
    except ClusterBusyError as error:
        say(str(error))


def _orphaned(where: StateDir) -> bool:
    state = _load(where)
    return (state is not None and state.abandoned) or not process.marked(where.path)


def _start(where: StateDir, options: Options, source: Source) -> State:
    if source is Source.GIVEN and options.kubeconfig is not None:
        state = foreign.given(options.kubeconfig)
        where.save(state)
        return state
    if source is Source.KIND:
        state = State(mode="kind")
        where.save(state)
        foreign.kind(where, state, build.build([WORKLOAD], options.cache_dir, where.path) / "workload")
        return state
    if source is Source.ASSETS and options.assets is not None:
        state = State(mode="assets", bin_dir=str(options.assets), note="control plane only: no container will run")
        state.kubectl = str(require_kubectl(options.assets))
        ours.start(where, state, options, with_node=False)
        return state
    return _start_built(where, options)


def _recipes(*, with_node: bool, with_services: bool) -> list[Recipe]:
    return [*CONTROL_PLANE, *(NODE if with_node else ()), *(SERVICES if with_node and with_services else ())]


def _start_built(where: StateDir, options: Options) -> State:
    obstacle = node.obstacle() if options.allow_node else "the node was switched off"
    recipes = _recipes(with_node=obstacle is None, with_services=options.services)
    where.save(State(mode="building"))
    bin_dir = build.build(recipes, options.cache_dir, where.path)
    state = State(mode="control-plane" if obstacle else "node", bin_dir=str(bin_dir), kubectl=str(bin_dir / "kubectl"))
    state.versions = {program: version for recipe in recipes for program, version in recipe.versions().items()}
    if obstacle:
        state.note = f"control plane alone, no container will run: {obstacle}"
    ours.start(where, state, options, with_node=obstacle is None)
    return state
