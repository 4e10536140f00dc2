"""Words of people, as they are compared."""

from casebook_analyzer.memory.knowledge.terms import concepts, identifiers, stem, terms

SAME = (
    ("restarts", "restarting", "restarted", "restart"),
    ("evicted", "evicting", "evicts"),
    ("scheduled", "scheduling", "schedule"),
    ("memories", "memory"),
    ("killed", "kills", "killing"),
    ("stopped", "stopping", "stops"),
    ("processes", "process"),
    ("patches", "patch"),
)
APART = (("scheduler", "schedule"), ("status", "stat"), ("class", "cla"), ("ring", "r"), ("bus", "bu"), ("need", "ne"))

MEAN_THE_SAME = {
    "=oom": ("the container was OOMKilled", "it ran out of memory", "exceeded its memory limit", "exit code 137"),
    "=crash-loop": ("KubePodCrashLooping", "in CrashLoopBackOff", "the pod keeps restarting", "back-off restarting"),
    "=not-ready-node": ("KubeNodeNotReady", "a node is not ready", "the node went away"),
    "=disk-full": ("no space left on device", "DiskPressure", "the filesystem is filling up", "out of disk space"),
    "=dns": ("CoreDNS", "no such host", "name resolution fails"),
    "=terminating": (
        "the namespace can't be deleted",
        "CANNOT be deleted",
        "it can not be deleted",
        "a finalizer is left",
    ),
    "=pod-not-ready": ("the pod isn\u2019t ready", "the pod is not ready"),
    "=jvm": ("OutOfMemoryError: Metaspace", "the garbage collector has no room"),
    "=volume-usage": ("kubelet_volume_stats_available_bytes < 10", "the claim is nearly full, or: claim full"),
    "=image-pull": ("ImagePullBackOff", "the image cannot be pulled", "pulling image"),
}


def test_words_without_their_endings_are_the_same() -> None:
    for words in SAME:
        assert len({stem(word) for word in words}) == 1, words
    for one, other in APART:
        assert stem(one) != stem(other), (one, other)


def test_what_stands_for_two_things_is_both() -> None:
    assert {"=image-pull", "=registry-auth"} <= {*terms("no pull secret")}


def test_what_is_no_english_word_stays() -> None:
    for word in ("eth0s", "nvidia.com/gpus", "プロセス", "a-beds", "gas", "ids"):
        assert stem(word) == word


def test_names_and_plain_words_mean_the_same() -> None:
    for concept, texts in MEAN_THE_SAME.items():
        for text in texts:
            assert concept in terms(text), (concept, text)


def test_every_concept_has_a_source_and_words_that_lead_to_it() -> None:
    names = [one.concept for one in concepts()]
    assert len(set(names)) == len(names)
    for one in concepts():
        assert one.source, one.concept
        for words in one.words:
            assert f"={one.concept}" in terms(words.replace("exit:", "exit code ")), (one.concept, words)


def test_names_in_a_question_are_compared_without_case() -> None:
    found = identifiers("KubePodCrashLooping on Deployment/shop/checkout: see oom-killed.")
    assert {"kubepodcrashlooping", "deployment/shop/checkout", "oom-killed"} <= {*found}
    assert len(identifiers(" ".join(f"name{number}" for number in range(5_000)))) == 200
