"""Pictures of cards and tables as SVG, drawn from the figures in ``tripeaks.art`` alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files

from tripeaks.cards import JOKER, PACK, Card
from tripeaks.layout import ROWS
from tripeaks.view import HIDDEN, Hidden, View

_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)
_REFERENCE = re.compile(r'href="#([^"]+)"')

_INTERNATIONAL = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_INDICES: Mapping[str, tuple[str, ...]] = {
    "en": _INTERNATIONAL,
    "de": (*_INTERNATIONAL[:10], "B", "D", "K"),
}

# Colours of a two-colour deck, for pictures that no page colours.
_BLACK, _RED, _VIOLET = "#1d2130", "#c8202f", "#6a3d7c"
_INK: Mapping[str, str] = {"C": _BLACK, "D": _RED, "H": _RED, "S": _BLACK, "": _VIOLET}
_PAPER = "#fffdf8"
_EDGE = "#c9c8c0"

# ------------------------------------------------------------------------ a face, 250 x 350

_WIDTH, _HEIGHT, _CORNER = 250, 350, 20
_INDEX_CENTRE = 35
_RANK_TOP, _RANK_HEIGHT = 17, 70
_RANK_ASPECT = 0.84
_SUIT_CENTRE, _SUIT_SIZE = 111, 35
_ACE_SIZE, _PIP_SIZE = 150, 39
# Figures stand on the lower edge, a little left of the middle: the lower index is on the right.
_FIGURE = 'x="26" y="31" width="192" height="319.2"'

# Where the pips of the ranks 2 to 10 stand: three columns, and rows from the top.
_LEFT, _MIDDLE, _RIGHT = 90, 125, 160
_PIPS: tuple[tuple[tuple[int, int], ...], ...] = (
    ((_MIDDLE, 65), (_MIDDLE, 285)),
    ((_MIDDLE, 65), (_MIDDLE, 175), (_MIDDLE, 285)),
    ((_LEFT, 65), (_RIGHT, 65), (_LEFT, 285), (_RIGHT, 285)),
    ((_LEFT, 65), (_RIGHT, 65), (_MIDDLE, 175), (_LEFT, 285), (_RIGHT, 285)),
    ((_LEFT, 65), (_RIGHT, 65), (_LEFT, 175), (_RIGHT, 175), (_LEFT, 285), (_RIGHT, 285)),
    (
        *((_LEFT, 65), (_RIGHT, 65), (_MIDDLE, 120), (_LEFT, 175), (_RIGHT, 175)),
        *((_LEFT, 285), (_RIGHT, 285)),
    ),
    (
        *((_LEFT, 65), (_RIGHT, 65), (_MIDDLE, 120), (_LEFT, 175), (_RIGHT, 175)),
        *((_MIDDLE, 230), (_LEFT, 285), (_RIGHT, 285)),
    ),
    (
        *((_LEFT, 65), (_RIGHT, 65), (_LEFT, 138), (_RIGHT, 138), (_MIDDLE, 175)),
        *((_LEFT, 212), (_RIGHT, 212), (_LEFT, 285), (_RIGHT, 285)),
    ),
    (
        *((_LEFT, 65), (_RIGHT, 65), (_MIDDLE, 101), (_LEFT, 138), (_RIGHT, 138)),
        *((_LEFT, 212), (_RIGHT, 212), (_MIDDLE, 249), (_LEFT, 285), (_RIGHT, 285)),
    ),
)

# ---------------------------------------------------------------- a small face, 100 x 160

_SMALL_WIDTH, _SMALL_HEIGHT = 100, 160
# The window through which the head of a figure is seen: the part of its 160 x 266, and where.
_HEAD = '<svg y="74" width="100" height="86" viewBox="22 0 116 100">'

# ----------------------------------------------------------------------------- a table

_CARD_WIDTH, _CARD_HEIGHT, _CARD_CORNER = 70, 98, 5.6
_COLUMN, _ROW_STEP = 78, 54
_MARGIN = 34
_TABLE_WIDTH, _TABLE_HEIGHT = 2 * _MARGIN + 9 * _COLUMN + _CARD_WIDTH, 440
# Left edges of the cards of each row, counted in columns.
_ROW_COLUMNS: tuple[tuple[float, ...], ...] = (
    (1.5, 4.5, 7.5),
    (1, 2, 4, 5, 7, 8),
    (0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5),
    (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
)
_PILES_TOP = 312
_STOCK_LEFT, _WASTE_LEFT = 269, 381
_STOCK_DEPTH, _FAN, _FAN_STEP = 3, 5, 26

_TABLE = """\
<rect width="840" height="440" rx="18" fill="#2c6e68"/>
<path fill="#317770" d="M0 300L90 214 140 256 250 120 342 236 420 96 498 236 590 120 700 256 \
750 214 840 300V422A18 18 0 0 1 822 440H18A18 18 0 0 1 0 422Z"/>
<path fill="#2a6862" d="M0 352Q140 300 290 340T560 336T840 330V422A18 18 0 0 1 822 440H18\
A18 18 0 0 1 0 422Z"/>"""


def sprite(language: str = "en") -> str:
    """Draw every card once, as symbols for pages to use.

    Args:
        language: Decides the letters of the court cards.

    Returns:
        An SVG document with ``face-KC``, ``small-KC``, ..., ``face-joker``, ``small-joker``,
        ``back``, ``small-back``, and the symbols these are made of. Faces bring no paper, and
        their suits take the colour of the text around them.
    """
    symbols = _symbols(language)
    names = [f"{form}-{_name(card)}" for form in ("face", "small") for card in (*PACK, JOKER)]
    return _document("", _needed([*names, "back", "small-back"], symbols))


def card(card: Card, language: str = "en") -> str:
    """Draw one card on its paper.

    Args:
        card: The card.
        language: Decides the letters of the court cards.
    """
    paper = (
        f'<rect x="1" y="1" width="{_WIDTH - 2}" height="{_HEIGHT - 2}" rx="{_CORNER - 1}"'
        f' fill="{_PAPER}" stroke="{_EDGE}" stroke-width="2"/>'
    )
    name = f"face-{_name(card)}"
    face = _use(name, 0, 0, _WIDTH, _HEIGHT, f'color="{_INK[card.suit]}"')
    frame = (
        f' width="{_WIDTH // 2}" height="{_HEIGHT // 2}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' role="img" aria-label="{card}"'
    )
    return _document(frame, [*_needed([name], _symbols(language)), paper, face])


def board(view: View, language: str = "en") -> str:
    """Draw a whole table as its player sees it.

    Args:
        view: What the player sees; cards that lie face down leave no trace in the picture.
        language: Decides the letters of the court cards.
    """
    parts = [_TABLE]
    for row, (slots, columns) in enumerate(zip(ROWS, _ROW_COLUMNS, strict=True)):
        for slot, column in zip(slots, columns, strict=True):
            shown = view.slots[slot]
            if shown is not None:
                left, top = _MARGIN + column * _COLUMN, _MARGIN + row * _ROW_STEP
                parts.append(_lying(shown, left, top))
    parts += _stock(view.stock_left)
    parts += _waste(view.waste)
    names = _REFERENCE.findall("".join(parts))
    frame = (
        f' width="{_TABLE_WIDTH}" height="{_TABLE_HEIGHT}"'
        f' viewBox="0 0 {_TABLE_WIDTH} {_TABLE_HEIGHT}" role="img" aria-label="TriPeaks"'
    )
    return _document(frame, [*_needed(names, _symbols(language)), *parts])


def _stock(left: int) -> list[str]:
    """Draw the stock with the number of its cards, or the place where it was."""
    if not left:
        return [_empty(_STOCK_LEFT)]
    backs = [
        _lying(HIDDEN, _STOCK_LEFT - 3 * under, _PILES_TOP)
        for under in reversed(range(min(left, _STOCK_DEPTH)))
    ]
    x, y = _STOCK_LEFT - 30, _PILES_TOP + _CARD_HEIGHT / 2 + 8
    count = (
        f'<text x="{x}" y="{y:g}" text-anchor="end" font-family="system-ui, sans-serif"'
        f' font-size="24" font-weight="600" fill="#d7ebe4">{left}</text>'
    )
    return [*backs, count]


def _waste(waste: tuple[Card, ...]) -> list[str]:
    """Draw the last cards of the waste as a fan whose topmost lies on the right."""
    if not waste:
        return [_empty(_WASTE_LEFT)]
    return [
        _lying(shown, _WASTE_LEFT + place * _FAN_STEP, _PILES_TOP)
        for place, shown in enumerate(waste[-_FAN:])
    ]


def _empty(left: int) -> str:
    return (
        f'<rect x="{left}" y="{_PILES_TOP}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}"'
        f' rx="{_CARD_CORNER}" fill="none" stroke="#5f9c93" stroke-width="2"/>'
    )


def _lying(shown: Card | Hidden, left: float, top: float) -> str:
    """Draw one card of a table where it lies."""
    if isinstance(shown, Hidden):
        return _use("back", left, top, _CARD_WIDTH, _CARD_HEIGHT)
    paper = (
        f'<rect x="{left:g}" y="{top:g}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}"'
        f' rx="{_CARD_CORNER}" fill="{_PAPER}" stroke="{_EDGE}"/>'
    )
    ink = f'color="{_INK[shown.suit]}"'
    return paper + _use(f"face-{_name(shown)}", left, top, _CARD_WIDTH, _CARD_HEIGHT, ink)


def _symbols(language: str) -> dict[str, str]:
    """Collect all symbols by name: those of the art, and the cards made of them."""
    symbols: dict[str, str] = {}
    for drawing in ("courts.svg", "ranks.svg"):
        text = files("tripeaks.art").joinpath(drawing).read_text(encoding="utf-8")
        symbols.update((match[1], match[0]) for match in _SYMBOL.finditer(text))
    letters = _INDICES.get(language, _INTERNATIONAL)
    for shown in (*PACK, JOKER):
        rank = "rank-joker" if shown.is_joker else f"rank-{letters[shown.rank]}"
        for form, width, height, body in (
            ("face", _WIDTH, _HEIGHT, _face(shown, rank)),
            ("small", _SMALL_WIDTH, _SMALL_HEIGHT, _small(shown, rank)),
        ):
            name = f"{form}-{_name(shown)}"
            symbols[name] = f'<symbol id="{name}" viewBox="0 0 {width} {height}">{body}</symbol>'
    return symbols


def _face(shown: Card, rank: str) -> str:
    """Compose a face: an index in two corners, and between them a figure, a sign or pips."""
    index = _rank(rank, _INDEX_CENTRE, _RANK_TOP, _RANK_HEIGHT)
    if not shown.is_joker:
        index += _pip(shown.suit, _INDEX_CENTRE, _SUIT_CENTRE, _SUIT_SIZE)
    middle = (_WIDTH / 2, _HEIGHT / 2)
    corners = f'{index}<g transform="rotate(180 {middle[0]:g} {middle[1]:g})">{index}</g>'
    if _has_figure(shown):
        return f'<use href="#court-{_name(shown)}" {_FIGURE}/>{corners}'
    if shown.rank == 0:
        return corners + _pip(shown.suit, *middle, _ACE_SIZE)
    pips = (
        _pip(shown.suit, x, y, _PIP_SIZE, upside_down=y > middle[1])
        for x, y in _PIPS[shown.rank - 1]
    )
    return corners + "".join(pips)


def _small(shown: Card, rank: str) -> str:
    """Compose a face that is read at the width of a fingertip: rank first, then suit."""
    if not _has_figure(shown):
        return _rank(rank, 50, 8, 84) + _pip(shown.suit, 50, 127, 57)
    head = f'{_HEAD}<use href="#bust-{_name(shown)}" width="160" height="266"/></svg>'
    if shown.is_joker:
        return _rank(rank, 50, 6, 64) + head
    return _rank(rank, 31, 8, 64) + _pip(shown.suit, 77, 33, 38) + head


def _has_figure(shown: Card) -> bool:
    return shown.is_joker or shown.rank >= 10


def _name(shown: Card) -> str:
    return "joker" if shown.is_joker else str(shown)


def _rank(rank: str, centre: float, top: float, height: float) -> str:
    width = height * _RANK_ASPECT
    return _use(rank, centre - width / 2, top, width, height)


def _pip(suit: str, x: float, y: float, size: float, *, upside_down: bool = False) -> str:
    turn = f'transform="rotate(180 {x:g} {y:g})"' if upside_down else ""
    return _use(f"pip-{suit}", x - size / 2, y - size / 2, size, size, turn)


def _use(name: str, x: float, y: float, width: float, height: float, more: str = "") -> str:
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<use href="#{name}" {" ".join(filter(None, (place, more)))}/>'


def _needed(names: Iterable[str], symbols: Mapping[str, str]) -> list[str]:
    """Pick the named symbols and all that these refer to, each once."""
    found: dict[str, str] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = symbols[name]
            waiting += _REFERENCE.findall(symbols[name])
    return [found[name] for name in sorted(found)]


def _document(frame: str, parts: Iterable[str]) -> str:
    return "\n".join([f'<svg xmlns="http://www.w3.org/2000/svg"{frame}>', *parts, "</svg>"]) + "\n"
