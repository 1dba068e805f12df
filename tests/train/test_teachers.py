"""Teachers: probabilities of the rules they stand for."""

from __future__ import annotations

import math

import pytest

torch = pytest.importorskip("torch", reason="training needs PyTorch")

from neurols.policy.actions import ActionSet  # noqa: E402
from neurols.train import teachers  # noqa: E402

from ..policy.samples import make_spec  # noqa: E402

SPEC = make_spec(
    action_set=ActionSet(kind="an", operators=("x", "y")),
    scalar_names=("progress", "candidate_worse@1"),
)


def test_annealing_accepts_with_the_chance_of_the_temperature() -> None:
    teach = teachers.annealing(SPEC, ("y",))
    worsening = 0.02
    shown = torch.tensor([[0.0, math.exp(-worsening)], [1.0, math.exp(-worsening)], [0.5, 1.0]])
    accepts = teach(shown)[:, 3]
    assert accepts[0].item() == pytest.approx(math.exp(-worsening / 0.05), abs=0.02)
    assert accepts[1].item() == pytest.approx(math.exp(-worsening / 0.005), abs=0.02)
    assert accepts[2].item() > 0.95  # no worse: taken


def test_every_action_keeps_a_chance_and_chances_add_up() -> None:
    for teach in (teachers.annealing(SPEC, ("y",)), teachers.always(SPEC)):
        chances = teach(torch.tensor([[0.3, 0.9]]))
        assert chances.sum().item() == pytest.approx(1.0)
        assert (chances > 0).all()


def test_always_accepting_prefers_what_it_is_told_to() -> None:
    chances = teachers.always(SPEC, ("x",))(torch.zeros(1, 2))[0]
    assert chances.argmax().item() == SPEC.action_names.index("accept:x")


def test_a_teacher_whose_choices_are_not_on_the_menu_teaches_all_of_it() -> None:
    chances = teachers.always(SPEC, ("cei3+tabu",))(torch.zeros(1, 2))[0]
    assert chances.sum().item() == pytest.approx(1.0)
    assert chances[2].item() == chances[3].item() > 0.4
