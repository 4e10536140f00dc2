"""Injected failures: the shipped calibration on families that its fit did not see, and a fit for every split."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from bench.retrieval.admission import Attached, answer, figures
from bench.retrieval.families.build import Injected, build
from bench.retrieval.fit import fit
from bench.retrieval.situations import FIT, HELD_OUT, SPLIT, Asked, World, half_of
from bench.retrieval.vectors import Matrix, embed
from casebook_analyzer.embedding import Embedder
from casebook_analyzer.memory.search.scoring import HYBRID, LEXICAL_ONLY, SimilarityCalibration


class Fitted(msgspec.Struct, frozen=True, kw_only=True):
    """A calibration and what it does on the families that it was not fitted on."""

    split: str
    fitted: SimilarityCalibration
    held_out: Attached


class Mode(msgspec.Struct, frozen=True, kw_only=True):
    """With the model, or with words alone."""

    shipped: SimilarityCalibration
    shipped_held_out: Attached
    unweighed: Fitted
    """The same without the weights of the third term, its thresholds fitted in the same way. What a strong match has
    to agree in stays."""
    refitted: tuple[Fitted, ...]
    """Both halves of every split: how much the figures depend on which families are held out."""


class InjectedFigures(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of the injected failures."""

    families: int
    near_misses: int
    failures: int
    unopened: tuple[str, ...]
    modes: dict[str, Mode]


def measure(cases: Path, embedder: Embedder, splits: int) -> InjectedFigures:
    """``splits`` divisions of the families into halves; each half is fitted on and held out once."""
    built = build(cases)
    failures = built.failures
    vectors = embed(embedder, [failure.text for failure in failures])
    salts = [SPLIT, *(f"{SPLIT} {number}" for number in range(2, splits + 1))]
    worlds = {salt: _worlds(failures, vectors, salt) for salt in salts}
    return InjectedFigures(
        families=len({failure.family for failure in failures}),
        near_misses=len({failure.family for failure in failures if failure.is_near_miss}),
        failures=len(failures),
        unopened=tuple(built.unopened),
        modes={
            "cosine and words": _mode(failures, worlds, HYBRID, model=True),
            "words alone": _mode(failures, worlds, LEXICAL_ONLY, model=False),
        },
    )


def spread(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean, least and most over splits."""
    return float(np.mean(values)), min(values), max(values)


def _worlds(failures: Sequence[Injected], vectors: Matrix, salt: str) -> dict[int, World]:
    halves = [half_of(failure, salt) for failure in failures]
    return {
        half: World(failures, vectors, [place for place, its in enumerate(halves) if its == half])
        for half in (FIT, HELD_OUT)
    }


def _mode(
    failures: Sequence[Injected], worlds: dict[str, dict[int, World]], shipped: SimilarityCalibration, *, model: bool
) -> Mode:
    asked = {
        (salt, half): list(world.asked(salt, model=model))
        for salt, halves in worlds.items()
        for half, world in halves.items()
    }
    held_out = asked[SPLIT, HELD_OUT]
    return Mode(
        shipped=shipped,
        shipped_held_out=figures([answer(failures, one) for one in held_out], shipped),
        unweighed=_fitted(failures, SPLIT, asked[SPLIT, FIT], held_out, shipped.background, structure=False),
        refitted=tuple(
            _fitted(failures, f"{salt}/{half}", asked[salt, half], asked[salt, 1 - half], shipped.background)
            for salt, half in asked
        ),
    )


def _fitted(
    failures: Sequence[Injected],
    split: str,
    seen: Sequence[Asked],
    unseen: Sequence[Asked],
    background: float,
    *,
    structure: bool = True,
) -> Fitted:
    calibration = fit(failures, seen, background=background, structure=structure)
    answers = [answer(failures, one, calibration) for one in unseen]
    return Fitted(split=split, fitted=calibration, held_out=figures(answers, calibration))
