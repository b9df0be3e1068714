"""The sentences of the program in the reader's language, from gettext catalogues.

Catalogues are ``.po`` files beside this module, read with Babel when a language is first asked
for; no compiled file is kept. A message is named by a key such as ``error.code/bad-letter``;
both languages hold every key, so a sentence never depends on the other language.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from functools import cache
from importlib import resources
from io import BytesIO

LANGUAGES = ("en", "de")
FALLBACK = LANGUAGES[0]


class Sentences:
    """All sentences of one language.

    Attributes:
        language: The language, such as ``de``.
        keys: All keys of the catalogue.
    """

    def __init__(
        self, language: str, catalogue: gettext.GNUTranslations, keys: Iterable[str]
    ) -> None:
        """Hold a loaded catalogue; use `sentences` to get one."""
        self.language = language
        self._catalogue = catalogue
        self.keys = frozenset(keys)

    def text(self, key: str, **values: object) -> str:
        """Give the sentence of a key with its placeholders filled in.

        Raises:
            KeyError: For a key that the catalogue does not hold.
        """
        return self.raw(key).format_map(values)

    def plural(self, key: str, count: int, **values: object) -> str:
        """Give the form of a sentence that fits a count; ``{count}`` is the count.

        Raises:
            KeyError: For a key that the catalogue does not hold.
        """
        self._refuse_unknown(key)
        return self._catalogue.ngettext(key, key, count).format_map({"count": count, **values})

    def raw(self, key: str) -> str:
        """Give a sentence with its placeholders as they stand in the catalogue.

        Raises:
            KeyError: For a key that the catalogue does not hold.
        """
        self._refuse_unknown(key)
        return self._catalogue.gettext(key)

    def _refuse_unknown(self, key: str) -> None:
        if key not in self.keys:
            raise KeyError(key)


@cache
def sentences(language: str) -> Sentences:
    """Load the sentences of a language.

    Args:
        language: One of ``LANGUAGES``.
    """
    # Babel is needed only where sentences are, so the game itself does without it.
    from babel.messages.mofile import write_mo  # noqa: PLC0415
    from babel.messages.pofile import read_po  # noqa: PLC0415

    with resources.files(__name__).joinpath(f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    keys = (m.id if isinstance(m.id, str) else m.id[0] for m in catalogue if m.id)
    return Sentences(language, gettext.GNUTranslations(compiled), keys)


def choose(preferences: Iterable[str]) -> str:
    """Choose the language for a reader.

    Args:
        preferences: Language tags in order of preference, such as ``de-AT`` or ``de_AT.UTF-8``.

    Returns:
        The first language of the program among them, else English.
    """
    for tag in preferences:
        language = re.split("[-_.@]", tag, maxsplit=1)[0].lower()
        if language in LANGUAGES:
            return language
    return FALLBACK
