"""The six points of the demo, asserted. The order matters: memory grows with each."""

from e2e.demo import scenarios
from e2e.demo.world import World


def test_a_healthy_deployment_starts(here: World) -> None:
    scenarios.start_healthy(here)


def test_a_missing_variable_is_found_and_nothing_is_similar_yet(here: World) -> None:
    scenarios.missing_variable(here)


def test_a_rollout_closes_the_episode_and_the_diff_is_remembered(here: World) -> None:
    scenarios.fixed_by_rollout(here)


def test_a_relapse_opens_the_same_investigation_again_also_when_the_operator_was_killed_in_between(
    here: World,
) -> None:
    here.operator.kill()
    here.kubectl("set", "env", "-n", "shop", "deployment/checkout", "DATABASE_URL-")
    here.operator.start()
    case = here.case("shop", "checkout")
    status = case["status"]
    assert (status["relapses"]["count"], status["state"], status.get("resolution")) == (1, "Open", None)
    assert len([one for one in here.investigations("shop") if one["spec"]["subjectRef"]["name"] == "checkout"]) == 1
    here.kubectl("set", "env", "-n", "shop", "deployment/checkout", f"DATABASE_URL={scenarios.SECRET}")
    over = here.case("shop", "checkout", "Resolved")
    assert over["metadata"]["uid"] == case["metadata"]["uid"]
    assert "DATABASE_URL" in over["status"]["summary"], over["status"]


def test_the_same_failure_elsewhere_carries_what_fixed_it(here: World) -> None:
    scenarios.same_elsewhere(here)


def test_the_third_time_there_is_a_family_and_a_fix_with_its_record(here: World) -> None:
    case = scenarios.third_time(here)
    fix = case["status"]["suggestedFixes"][0]
    assert (fix["succeeded"], fix["tried"]) == (1, 2), "checkout's relapse counts against what had fixed it"
    scenarios.explained(here, case)


def test_an_oom_kill_is_told_apart_from_exit_code_137(here: World) -> None:
    scenarios.start_memory_failures(here)
    scenarios.out_of_memory(here)
    scenarios.exit_137_is_not_oom(here)


def test_an_xid_in_the_kernel_log_names_the_gpu_and_its_pod(here: World) -> None:
    scenarios.start_gpu(here)
    scenarios.gpu_lost(here)


def test_healthy_workloads_and_rollouts_open_nothing(here: World) -> None:
    scenarios.healthy_stays_quiet(here)


def test_what_kubectl_prints_fits_120_columns(here: World) -> None:
    wide = here.kubectl("get", "investigations", "-A", "-o", "wide").splitlines()
    assert wide[0].split()[-5:] == ["NODE", "DEVICE", "SUMMARY", "REPORT", "OUTAGE"]
    before_the_sentence = wide[0].index("SUMMARY")
    assert max(len(line[:before_the_sentence].rstrip()) for line in wide) <= 140, wide
    narrow = here.kubectl("get", "investigations", "-A")
    assert max(map(len, narrow.splitlines())) <= 120, narrow


def test_describe_tells_the_story(here: World) -> None:
    told = here.kubectl("describe", "investigation", "-n", "payments")
    for part in ("Causal Chain", "config_error", "Similar Incidents", "RootCauseClassified", "similar; closest"):
        assert part in told, told


def test_the_pod_of_a_case_tells_about_it(here: World) -> None:
    assert "RootCauseClassified" in here.kubectl("get", "events", "-n", "payments")


def test_an_open_case_has_a_series_and_a_resolved_one_has_none(here: World) -> None:
    _, metrics = here.operator.get("/metrics")
    series = [line for line in metrics.splitlines() if line.startswith("casebook_investigation_open{")]
    assert any('namespace="payments"' in line for line in series), series
    assert not any('namespace="shop"' in line for line in series), series


def test_the_operator_may_read_no_secret_and_change_no_pod(here: World) -> None:
    whom = "--as=system:serviceaccount:casebook:casebook-operator"
    for verb, resource in (("get", "secrets"), ("get", "configmaps"), ("delete", "pods"), ("patch", "nodes")):
        allowed = here.cluster.run_kubectl("auth", "can-i", "--list", whom)
        assert f"{resource} " not in "".join(row for row in allowed.splitlines() if verb in row and "*" in row)


def test_free_text_finds_the_report(here: World, light: None) -> None:
    assert "checkout" in here.operator.casebook("search", "environment", "variable", "DATABASE_URL", "-o", "json")
