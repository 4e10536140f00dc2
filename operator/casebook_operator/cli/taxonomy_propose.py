"""``casebook taxonomy propose``."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from casebook_analyzer.errors import ConfigurationError
from casebook_operator.cli.inert import inert_json, inert_text, inert_yaml
from casebook_operator.cli.options import config_option, output_option, settings_with
from casebook_operator.cli.paths import NamedPath
from casebook_operator.cli.progress import counting
from casebook_operator.cli.remote import RemoteCasebook, chosen_server

if TYPE_CHECKING:
    from casebook_analyzer.models import Category, Conclusion, Incident
    from casebook_analyzer.taxonomy import Taxonomy
    from casebook_operator.cli.past import Past
    from casebook_operator.settings import Settings
    from casebook_operator.taxonomies.proposal import Case, Draft, LaidOver, Proposal, ToldFamily


@click.command()
@click.option("--to", type=NamedPath(file_okay=False), help="Write rules and cases to this folder.")
@config_option
@output_option("text", "json")
def propose(to: Path | None, config: Path | None, output: str) -> None:
    """Draft rules for failures that recur and no rule knows, and for those that people call otherwise than a rule does.

    Each draft was tried on every incident of memory: it decides those of its family, and none of another of which
    something is known. With --to its golden case stands beside it, where a log or an Event tells the failure, for
    `casebook taxonomy test`. Where nobody has said a category the draft has TODO, and is refused until somebody puts
    one there. What is not proposed is named with the reason. A person merges both; nothing changes before.

    With --server memory is what the token may read: a draft was tried on no more, so take one that may read all.

    \b
    Examples:
      casebook taxonomy propose
      casebook taxonomy propose --to taxonomy/proposed
    """
    from casebook_operator import logs

    settings = settings_with(config)
    logs.configure("ERROR", "auto", settings.evidence.redaction.policy)
    proposals, known = asyncio.run(_propose(settings, chosen_server()))
    if to is not None:
        _write(to, proposals)
    if output == "json":
        click.echo(inert_json(proposals))
        return
    for one in proposals:
        click.echo(_said(one))
    click.echo(_counted(proposals, known))


async def _propose(settings: Settings, server: RemoteCasebook | None) -> tuple[list[Proposal], int]:
    """What is proposed, and how many incidents memory has."""
    from casebook_operator.cli.past import the_past
    from casebook_operator.taxonomies.proposal import finished
    from casebook_operator.taxonomies.proposal import propose as proposed

    async with the_past(settings, server) as past:
        known = [one async for one in past.history()]
        families = await _told(past, settings, known)
    with tempfile.TemporaryDirectory() as folder:

        def laid_over(rule: Draft) -> Taxonomy:
            return _laid_over(settings, Path(folder), rule)

        proposals = []
        with counting("tried", sum(len(family.incidents) for family in families)) as tried:
            for family in families:
                ids = {one.id for one in family.incidents}
                others = [one for one in known if one.id not in ids]
                found = await asyncio.to_thread(proposed, family, others, laid_over)
                case = await case_of(found, family, laid_over, Path(folder))
                proposals.append(finished(found, family, case))
                tried.advance(len(ids))
    return proposals, len(known)


def _laid_over(settings: Settings, folder: Path, rule: Draft) -> Taxonomy:
    from casebook_analyzer.taxonomy import load_taxonomy

    path = folder / "proposed.yaml"
    path.write_text(inert_yaml({"rules": [rule]}), encoding="utf-8")
    return load_taxonomy([*settings.taxonomy.paths, path])


async def case_of(found: Proposal, family: ToldFamily, laid_over: LaidOver, folder: Path) -> Case:
    """A golden case that leads to the rule; empty where none was made that does."""
    from casebook_operator.evaluation.golden import run_golden
    from casebook_operator.taxonomies.proposed_case import golden_case

    case = golden_case(found.rule, family.incidents[0]) if found.rule is not None else {}
    if found.rule is None or not case:
        return {}
    place = folder / str(found.rule["id"])
    _write_case(place, case)
    return case if (await run_golden(place, laid_over(found.rule))).passed else {}


def _write_case(place: Path, case: Mapping[str, Mapping[str, object]]) -> None:
    place.mkdir(parents=True, exist_ok=True)
    for name, content in case.items():
        (place / name).write_text(inert_yaml(content), encoding="utf-8")


async def _told(past: Past, settings: Settings, known: list[Incident]) -> list[ToldFamily]:
    """Families of which no rule says what they are, or people say otherwise, those with the most incidents first.

    A verdict of unknown may name rules: those that are too weak to decide, and those that say that nobody can know.
    """
    from casebook_analyzer.classify import classify
    from casebook_analyzer.models import Category
    from casebook_analyzer.taxonomy import load_taxonomy
    from casebook_operator.taxonomies.proposal import ToldFamily

    taxonomy = load_taxonomy(settings.taxonomy.paths)
    members: defaultdict[str, list[Incident]] = defaultdict(list)
    for one in known:
        members[one.conclusion.signature.key].append(one)
    families = []
    for key, incidents in sorted(members.items(), key=lambda item: (-len(item[1]), item[0])):
        record = await past.family(key)
        latest = incidents[0].conclusion
        decided = latest.rules and latest.category is not Category.UNKNOWN
        if record is None or (decided and record.category is latest.category):
            continue
        if _is_known(classify(incidents[0].bundle, taxonomy), record.category):
            continue
        fix = record.fixes[0].fix if record.fixes else ""
        families.append(ToldFamily(incidents=incidents, category=record.category, cause=record.title, fix=fix))
    return families


def _is_known(now: Conclusion, category: Category) -> bool:
    """Whether the rules in force say by now what it is: its rule was merged since it happened."""
    from casebook_analyzer.models import Category

    return bool(now.rules) and now.category is not Category.UNKNOWN and category in (Category.UNKNOWN, now.category)


def _write(to: Path, proposals: list[Proposal]) -> None:
    try:
        to.mkdir(parents=True, exist_ok=True)
        for one in proposals:
            if one.rule is not None:
                (to / f"{one.rule['id']}.yaml").write_text(f"{_said(one)}\n", encoding="utf-8")
                _write_case(to / str(one.rule["id"]), one.case)
    except OSError as error:
        raise ConfigurationError(f"Drafts cannot be written to {to}: {error.strerror}.") from error


def _counted(proposals: list[Proposal], known: int) -> str:
    from casebook_analyzer.text import counted
    from casebook_operator.taxonomies.proposal import UNNAMED

    if not proposals:
        why = f"rules know all {counted(known, 'incident')} that it has" if known else "it has no incidents"
        return f"Nothing to propose from memory: {why}."
    rules = [one.rule for one in proposals if one.rule is not None]
    unnamed = sum(rule["category"] == UNNAMED for rule in rules)
    lacking = f" ({unnamed} without a category)" if unnamed else ""
    families = counted(len(proposals), "family", "families")
    return f"{families} that rules do not know: {len(rules)} proposed{lacking}, {len(proposals) - len(rules)} not"


def _said(one: Proposal) -> str:
    drafted = inert_yaml(_resource(one.rule)) if one.rule else ""
    why = " ".join(inert_text(one.why_not).split())
    why = f"# {one.family} ({one.incidents}): {why}\n" if why else ""
    return f"{why}{drafted}".rstrip("\n")


def _resource(rule: Draft) -> dict[str, object]:
    """As a repository for GitOps has it, a Taxonomy a file."""
    from casebook_analyzer.taxonomy.spec import API_VERSION, KIND

    return {"apiVersion": API_VERSION, "kind": KIND, "metadata": {"name": rule["id"]}, "spec": {"rules": [rule]}}
