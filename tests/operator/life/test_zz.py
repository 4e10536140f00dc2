import os
from tests.operator.life.test_healthy_life import *
from tests.operator.life import test_healthy_life as t
from tests.operator.life import scenes
del test_hours_of_healthy_life_open_nothing
del test_one_failure_in_the_midst_of_life_opens_one_investigation
async def show(town):
    for case in await town.api.kube.list(paths.collection("Investigation")):
        if case["metadata"]["namespace"] == town.name:
            st = case["status"]
            print("CASE", case["spec"]["subjectRef"]["kind"], case["spec"]["subjectRef"]["name"], case["spec"]["trigger"], case["spec"]["signal"]["reason"], [c["reason"]+":"+c.get("message","")[:80] for c in st.get("conditions",[]) if c["type"]=="Succeeded"], st.get("absorbed"), st.get("occurrences"), st.get("resolution"), st.get("summary"))
async def test_storm(cluster, kube, dsn, tmp_path, monkeypatch):
    real = t.CaseSettings
    monkeypatch.setattr(t, "CaseSettings", lambda **k: real(**k, new_burst=1, new_per_minute=4))
    exits = ",".join(["1"] * 200)
    async with founded(cluster, kube) as town, watched(town, kube, dsn, tmp_path):
        await town.join("n", pool="town")
        await town.apply(*(m.deployment(f"broken-{n}", town.pool("town"), life={"ready": 0.2, "run": 0.2, "exits": exits}) for n in range(4)))
        await asyncio.sleep(25)
        await show(town)
        await asyncio.sleep(30)
        print("LATER")
        await show(town)
async def test_node(cluster, kube, dsn, tmp_path):
    async with founded(cluster, kube) as town, watched(town, kube, dsn, tmp_path):
        await town.join("n", pool="town")
        await town.join("o", pool="town")
        tol = [{"key": k, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 1} for k in ("node.kubernetes.io/not-ready", "node.kubernetes.io/unreachable")]
        for n in range(3):
            d = m.stateful_set(f"sts-{n}", town.pool("town"), replicas=4, storage_class="none", tolerations=tol, terminationGracePeriodSeconds=2)
            d["spec"].pop("volumeClaimTemplates"); d["spec"]["podManagementPolicy"]="Parallel"
            await town.apply(d, m.budget(f"sts-{n}", available=4))
        await town.apply(m.deployment("dep", town.pool("town"), replicas=4, tolerations=tol, terminationGracePeriodSeconds=2))
        await asyncio.sleep(10)
        town.kubelets.nodes[town.node("n")].silent = True
        await asyncio.sleep(120)
        await show(town)
        town.kubelets.nodes[town.node("n")].silent = False
        await asyncio.sleep(30)
        print("LATER")
        await show(town)
