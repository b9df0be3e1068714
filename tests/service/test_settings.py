from __future__ import annotations

import pytest

from service.world import World
from tripeaks.errors import CommandError, SettingsError
from tripeaks.service import Settings


def test_settings_begin_with_their_defaults(world: World) -> None:
    """A new player has the defaults."""
    assert world.service.settings(world.player) == Settings()


def test_changed_settings_are_kept(world: World) -> None:
    """What is changed is kept over a new start; what is not changed stays as it was."""
    world.service.change_settings(world.player, {"language": "de", "shortcuts": False})
    changed = world.service.change_settings(world.player, {"theme": "contrast"})
    assert changed == Settings(language="de", theme="contrast", shortcuts=False)
    world.restart()
    assert world.service.settings(world.player) == changed


def test_players_have_settings_of_their_own(world: World) -> None:
    """One player's settings do not change another's."""
    other = world.service.players.new_player()
    world.service.change_settings(other, {"deck": "four"})
    assert world.service.settings(world.player) == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "fr"),
        ("theme", None),
        ("deck", 2),
        ("shortcuts", 1),
        ("shortcuts", "true"),
        ("language", ["de"]),
        ("sound", True),
    ],
    ids=str,
)
def test_bad_setting_changes_nothing(world: World, name: str, value: object) -> None:
    """A setting or a value that does not exist is refused by name, and nothing is changed."""
    with pytest.raises(SettingsError) as caught:
        world.service.change_settings(world.player, {"theme": "dark", name: value})
    assert caught.value.code == "settings/bad-value"
    assert caught.value.details["setting"] == name
    assert world.service.settings(world.player) == Settings()


def test_stranger_has_no_settings(world: World) -> None:
    """A player nobody knows has no settings to read or change."""
    for call in (world.service.settings, lambda player: world.service.change_settings(player, {})):
        with pytest.raises(CommandError) as caught:
            call("stranger")
        assert caught.value.code == "command/unknown-player"
