"""What happens in a healthy cluster in some hours. Each scene is one team's or one machine's day, all go on at once."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable

from e2e.cluster import ClusterError
from tests.operator.life import manifests as m
from tests.operator.life.pace import live
from tests.operator.life.town import Town

Scene = Callable[[Town], Awaitable[None]]


async def releases(town: Town) -> None:
    """A team that releases every quarter of an hour, once before the last release is out, and once back again."""
    await town.apply(m.deployment("web", town.pool("town"), replicas=6, life={"pull": 0.4, "ready": 0.8}))
    await town.rolled_out("Deployment", "web")
    for _ in range(4):
        await town.release("Deployment", "web", pull=0.4, ready=0.8)
        await town.rolled_out("Deployment", "web")
        await live(5)
    await town.release("Deployment", "web", pull=0.4, ready=0.8)
    await live(1.5)
    await town.release("Deployment", "web", pull=0.2, ready=0.5)
    await town.rolled_out("Deployment", "web")
    await town.kubectl("rollout", "undo", "-n", town.name, "deployment/web")
    await town.rolled_out("Deployment", "web")


async def scaling(town: Town) -> None:
    """Up, down, to zero and back, and away."""
    await town.apply(m.deployment("api", town.pool("town"), replicas=3))
    for replicas in (10, 4, 0, 3, 12, 2):
        await town.rolled_out("Deployment", "api")
        await live(3)
        await town.scale("Deployment", "api", replicas)
    await town.rolled_out("Deployment", "api")
    await town.delete("Deployment", "api")


async def autoscaling(town: Town) -> None:
    """Load that comes and goes. At night the workload is scaled to zero."""
    labels = {"life/measured": "yes"}
    await town.apply(m.deployment("shop", town.pool("town"), replicas=2, labels=labels))
    await town.rolled_out("Deployment", "shop")
    await live(0.5)
    await town.apply(m.autoscaler("shop", most=6))
    await live(12)
    await town.kubelets.use_cpu(town.name, "90m")
    await live(20)
    await town.kubelets.use_cpu(town.name, "20m")
    await live(20)
    await town.scale("Deployment", "shop", 0)
    await live(20)


async def jobs(town: Town) -> None:
    """Work that is done at once, that is tried again in the same pod or in another, and that somebody stops."""
    pool = town.pool("town")
    await town.apply(
        m.job("report", completions=3, pool=pool, life={"run": 4, "exits": "0"}),
        m.job("import", pool=pool, life={"run": 1, "exits": "0", "fail_first": 1}),
        m.job("sync", policy="OnFailure", pool=pool, life={"run": 1, "exits": "1,0"}),
        m.job("train", pool=pool, life={"init": 3, "run": 60}, initContainers=[_INITIAL]),
        m.cron_job("nightly", pool=pool, life={"run": 2, "exits": "0"}),
    )
    await live(5)
    (pod,) = await town.pods("sync")
    await town.warn(pod, "BackOff", "Back-off restarting failed container app in pod sync")
    await live(20)
    await town.delete("Job", "train")
    await live(60)


async def slow_starts(town: Town) -> None:
    """Init containers that wait for a database, images of many gigabytes, caches that are warmed up."""
    pool = town.pool("town")
    probe = {"startupProbe": {"httpGet": {"port": 80}, "periodSeconds": 1, "failureThreshold": 40}}
    await town.apply(
        m.deployment("waits", pool, deadline=30, life={"init": 12}, initContainers=[_INITIAL]),
        m.deployment("pulls", pool, deadline=30, life={"pull": 12}),
        m.deployment("warms", pool, deadline=30, life={"ready": 18}, container=probe),
    )
    await live(2)
    for pod in await town.pods("warms"):
        await town.warn(pod, "Unhealthy", "Startup probe failed: connection refused", count=20)
    for pod in await town.pods("pulls"):
        await town.warn(pod, "FailedMount", 'MountVolume.SetUp failed for volume "config": configmap "late" not found')
    for name in ("waits", "pulls", "warms"):
        await town.rolled_out("Deployment", name, minutes=30)


async def claims(town: Town) -> None:
    """A database with a disk for each replica, and a claim that nobody uses yet."""
    now, later = f"{town.name}-now", f"{town.name}-later"
    await town.apply_for_all(
        m.storage_class(now, binding="Immediate"),
        m.storage_class(later, binding="WaitForFirstConsumer"),
        *(m.volume(f"{town.name}-{number}", now) for number in range(4)),
    )
    life = {"pull": 0.5, "ready": 1}
    await town.apply(
        m.claim("unused", later),
        m.stateful_set("db", town.pool("town"), replicas=3, storage_class=now, life=life),
        m.budget("db", available=2),
    )
    await town.rolled_out("StatefulSet", "db")
    for _ in range(2):
        await live(10)
        await town.release("StatefulSet", "db", **life)
        await town.rolled_out("StatefulSet", "db", minutes=30)
    await town.scale("StatefulSet", "db", 2)
    await live(10)


async def upgrades(town: Town) -> None:
    """Every node is cordoned, drained under a budget, rebooted and given back; one is replaced by a new machine."""
    nodes = [await town.join(f"old-{number}", pool="upgraded") for number in range(3)]
    pool = town.pool("upgraded")
    await town.apply(m.deployment("cart", pool, replicas=6, life={"ready": 1}), m.budget("cart", available=5))
    await town.rolled_out("Deployment", "cart")
    for node in nodes[:2]:
        await _drain(town, node)
        await town.kubelets.say(node, ready=False, message="node is shutting down")
        town.kubelets.nodes[node].silent = True
        await live(8)
        town.kubelets.nodes[node].silent = False
        await town.kubelets.reboot(node)
        await town.kubelets.say(node, ready=True)
        await town.kubectl("uncordon", node)
        await live(4)
    await _drain(town, nodes[2])
    await town.kubelets.leave(nodes[2])
    await town.join("new-0", pool="upgraded")
    await town.rolled_out("Deployment", "cart")


async def restarted_kubelet(town: Town) -> None:
    """Kubelet is upgraded in place. Nobody cordons a node for that."""
    node = await town.join("steady", pool="steady")
    await town.apply(m.deployment("steady", town.pool("steady")))
    await town.rolled_out("Deployment", "steady")
    for _ in range(3):
        await live(8)
        await town.kubelets.say(node, ready=False, message="PLEG is not healthy: pleg has yet to be successful")
        await live(0.4)
        await town.kubelets.say(node, ready=True)


async def spot(town: Town) -> None:
    """The cloud takes machines back with two minutes of notice. Others take over."""
    await town.join("spot-0", pool="spot")
    await town.join("spot-1", pool="spot")
    await town.apply(m.deployment("render", town.pool("spot"), replicas=6, life={"ready": 0.5}))
    await town.rolled_out("Deployment", "render")
    for number in range(2):
        await live(10)
        node = town.node(f"spot-{number}")
        await town.kubectl("taint", "node", node, "aws-node-termination-handler/spot-itn=now:NoSchedule")
        await live(1.5)
        # A kubelet that shuts down admits no more pods (pkg/kubelet/nodeshutdown), such as the next of a DaemonSet.
        town.kubelets.nodes[node].silent = True
        await town.kubelets.say(node, ready=False, message="node is shutting down")
        message = "Pod was terminated in response to imminent node shutdown."
        await town.kubelets.end_pods(node, reason="Terminated", message=message)
        await town.join(f"spot-{number + 2}", pool="spot")
        await live(1)
        await town.kubelets.leave(node)
        await town.rolled_out("Deployment", "render")


async def crowding(town: Town) -> None:
    """Important pods push others aside, which wait until there is room for them again."""
    await town.join("crowded", pool="crowded", cpu="4")
    pool = town.pool("crowded")
    low, high = f"{town.name}-low", f"{town.name}-high"
    await town.apply_for_all(m.priority(low, 10), m.priority(high, 1000))
    await town.apply(m.deployment("batch", pool, replicas=3, cpu="1", priorityClassName=low))
    await town.rolled_out("Deployment", "batch")
    await live(5)
    await town.apply(m.deployment("checkout-now", pool, replicas=1, cpu="3", priorityClassName=high))
    await live(0.3)
    await town.join("room", pool="crowded", cpu="8")
    await town.rolled_out("Deployment", "checkout-now")
    await town.rolled_out("Deployment", "batch")


async def front_doors(town: Town) -> None:
    """Services and routes of which nobody answers now and then, as is usual, and policies that allow what is needed."""
    pool, asks = town.pool("town"), {"env": [{"name": "DOOR_URL", "value": "http://door:80"}]}
    dns = {"ports": [{"protocol": "UDP", "port": 53}]}
    to_door = {"to": [{"podSelector": {"matchLabels": {"app": "door"}}}], "ports": [{"port": 8080}]}
    await town.apply(
        m.service("door"),
        m.ingress("door", to="door"),
        m.deployment("door", pool, life={"ready": 1}),
        m.service("door-canary", selects="door-canary"),
        m.deployment("visitor", pool, container=asks),
        m.deployment("hermit", pool),
        m.egress_policy("nothing"),
        m.egress_policy("names", dns),
        m.egress_policy("visits", to_door, of="visitor"),
        m.service("by-hand", selector=None),
        m.service("elsewhere", selector=None, type="ExternalName", externalName="db.example"),
    )
    await town.rolled_out("Deployment", "door")
    await town.scale("Deployment", "door", 0)
    await live(30)
    await town.scale("Deployment", "door", 2)
    await town.rolled_out("Deployment", "door")


async def farewell(town: Town) -> None:
    """A team whose namespace is deleted with all that runs in it."""
    await town.kubectl("create", "namespace", town.annex)
    made = m.deployment("legacy", town.pool("town"), replicas=4, life={"stop": 2})
    await town.apply(made, namespace=town.annex)
    await live(6)
    await town.kubectl("delete", "namespace", town.annex, "--wait=false")


SCENES: tuple[Scene, ...] = (
    releases,
    scaling,
    autoscaling,
    jobs,
    slow_starts,
    claims,
    upgrades,
    restarted_kubelet,
    spot,
    crowding,
    front_doors,
    farewell,
)

_INITIAL = {"name": "wait-for-database", "image": "example.invalid/app"}


BUSY_HOUR: tuple[Scene, ...] = (releases, slow_starts, upgrades, restarted_kubelet, spot, crowding)
"""The scenes that are over within the hour."""


async def play(town: Town, scenes: Iterable[Scene] = SCENES) -> None:
    """All scenes at once."""
    for number in range(3):
        await town.join(f"town-{number}", pool="town", cpu="64")
    await town.apply(m.daemon_set("agent", cpu="0"))
    async with asyncio.TaskGroup() as group:
        for scene in scenes:
            group.create_task(scene(town), name=scene.__name__)
    await live(10)


async def _drain(town: Town, node: str) -> None:
    """``kubectl drain`` gives up on a budget now and then, and people repeat it."""
    while True:
        with contextlib.suppress(ClusterError):
            await town.kubectl(
                "drain", node, "--ignore-daemonsets", "--delete-emptydir-data", "--timeout=60s", "--force"
            )
            return
