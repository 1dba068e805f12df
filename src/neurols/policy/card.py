"""Model cards: what a policy is, as facts for a terminal and as Markdown beside the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from neurols.errors import InputError
from neurols.policy.damage import reading_card
from neurols.policy.model_file import ModelFile

Facts = dict[str, str]
NOT_KNOWN = "not known"


def facts(model: ModelFile) -> Facts:
    """What the file itself tells."""
    card, training = model.card, model.card.training
    # The files of version 0.2.0 call it a recipe.
    data: Mapping[str, Any] = training.get("data", training.get("recipe", {}))
    settings: Mapping[str, Any] = training.get("settings", {})
    return {
        "problem": card.problem,
        "action set": str(card.action_set),
        "actions": ", ".join(card.action_names),
        "feature version": str(card.version),
        "parameters": NOT_KNOWN if model.parameters is None else f"{model.parameters:,}",
        "network": _network(card.network),
        "algorithm": _known(training.get("algorithm")),
        "trained on": _data(data),
        "episodes": _episodes(data),
        "budget": _budget(training),
        "seeds": _known(settings.get("seed")),
        "validation": _validation(training, data),
        "commit": _known(training.get("commit")),
    }


def markdown(title: str, known: Facts, sections: Mapping[str, str]) -> str:
    """A card: facts as a table, then sections of text."""
    rows = "\n".join(f"| {name} | {value} |" for name, value in known.items())
    parts = [f"# {title}", f"| | |\n|---|---|\n{rows}"]
    parts += [f"## {heading}\n\n{text.strip()}" for heading, text in sections.items()]
    return "\n\n".join(parts) + "\n"


def read_markdown(path: Path) -> tuple[Facts, dict[str, str]]:
    """Facts and sections of a card that `markdown` wrote or a person did."""
    found: Facts = {}
    sections: dict[str, list[str]] = {}
    heading = ""
    for line in _text(path).splitlines():
        if line.startswith("## "):
            heading = line[3:].strip()
            sections[heading] = []
        elif heading:
            sections[heading].append(line)
        elif line.startswith("| ") and line.count("|") == 3:
            name, value = (part.strip() for part in line.strip("|").split("|"))
            if name:
                found[name] = value
    return found, {name: "\n".join(lines).strip() for name, lines in sections.items()}


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or "it is no text in UTF-8").lower()
        raise InputError(
            f"the card beside the model cannot be read: {reason}",
            file=path,
            remedy="correct or remove it",
        ) from None


def complete(model: ModelFile) -> tuple[Facts, dict[str, str]]:
    """What the file tells, and what the card beside it adds."""
    with reading_card(model.path):
        known = facts(model)
    if not model.notes.is_file():
        return known, {}
    added, sections = read_markdown(model.notes)
    for name, value in added.items():
        if known.get(name, NOT_KNOWN) == NOT_KNOWN:
            known[name] = value
    return known, sections


def _known(value: object) -> str:
    return NOT_KNOWN if value is None else str(value)


def _network(network: Mapping[str, Any]) -> str:
    if not network:
        return NOT_KNOWN
    layers = [network.get(f"{stage}_layers", "?") for stage in ("static", "dynamic", "closing")]
    text = f"width {network.get('width', '?')}, graph layers {'+'.join(map(str, layers))}"
    extras = [name for name in ("distributional", "dueling") if network.get(name)]
    return ", ".join([text, *extras])


def _data(data: Mapping[str, Any]) -> str:
    if not data:
        return NOT_KNOWN
    if data.get("folder"):
        return f"files of {data['folder']}"
    sizes = ", ".join(data.get("sizes", ()))
    return f"generated instances, {sizes}, {data.get('pool', '?')} of each size"


def _episodes(data: Mapping[str, Any]) -> str:
    steps: Sequence[int] = data.get("steps", ())
    if len(steps) != 2:
        return NOT_KNOWN
    low, high = steps
    return f"{low} steps" if low == high else f"{low} to {high} steps"


def _budget(training: Mapping[str, Any]) -> str:
    if "transitions" not in training:
        return NOT_KNOWN
    return (
        f"{training['transitions']:,} decisions, {training.get('updates', 0):,} updates,"
        f" {training.get('seconds', 0) / 60:.1f} minutes, up to the epoch kept"
    )


def _validation(training: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    curve = training.get("validation_cost")
    if not curve:
        return NOT_KNOWN
    return (
        f"final / initial cost {min(curve):.4f} in epoch {training.get('epoch', '?')}"
        f" (first epoch {curve[0]:.4f}), {data.get('validation', '?')} instances of each size"
    )
