"""Finds texts that are in another language than their page."""

from __future__ import annotations

import re

from tripeaks.i18n import Sentences, sentences

_OTHER = {"de": "en", "en": "de"}
# Shorter sentences are looked for as whole texts only: "New" may stand inside another word.
_LONG = 16
TEXTS = """() => {
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const skipped = node.parentElement.closest("script, noscript, .reference td, .messages");
    if (!skipped) texts.push(node.textContent);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
    for (const name of ["aria-label", "title", "placeholder", "alt"])
      texts.push(element.getAttribute(name) ?? "");
  return texts.map((text) => text.trim().replace(/\\s+/g, " ")).filter((text) => text);
}"""


class Strangers:
    """Finds sentences of the other language.

    Args:
        language: The language of the page.
    """

    def __init__(self, language: str) -> None:
        own: Sentences = sentences(language)
        other: Sentences = sentences(_OTHER[language])
        raws = {own.raw(key) for key in own.keys}
        foreign = {other.raw(key) for key in other.keys} - raws
        patterns = [re.sub(r"\\\{\w+\\\}", ".+", re.escape(raw)) for raw in foreign]
        told = [pattern for pattern in patterns if re.search(r"\w{2}", pattern.replace(".+", ""))]
        self._whole = re.compile("|".join(told))
        self._inside = [raw for raw in foreign if len(raw) >= _LONG and "{" not in raw]
        own_patterns = [re.sub(r"\\\{\w+\\\}", ".+", re.escape(raw)) for raw in raws if "{" in raw]
        self._own = re.compile("|".join(own_patterns))
        self._raws = raws

    def among(self, texts: list[str]) -> list[str]:
        """The texts that are, or hold, a sentence of the other language."""
        found = []
        for text in texts:
            mine = text in self._raws or self._own.fullmatch(text)
            whole = self._whole.fullmatch(text) and not mine
            if whole or any(raw in text for raw in self._inside):
                found.append(text)
        return found
