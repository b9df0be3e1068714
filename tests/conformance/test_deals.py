from __future__ import annotations

from conformance.vectors import lines
from tripeaks.deal import Deal
from tripeaks.rules import Rules


def test_numbers_deal_the_published_cards() -> None:
    """Each of the 200 numbers deals its 52 cards, by number, by code and by layout alike."""
    vectors = lines("deals.jsonl")
    assert len(vectors) == 200
    for vector in vectors:
        deal = Deal.numbered(vector["number"])
        assert str(deal) == vector["cards"]
        assert deal.code == f"TP1-E-{vector['code']}"
        for code in (vector["code"], deal.code, f"TP1-C-{vector['code']}"):
            read = Deal.from_code(code)
            assert (read.number, str(read)) == (vector["number"], vector["cards"])
        assert Deal.parse(vector["cards"]) == deal


def test_variants_deal_the_published_cards() -> None:
    """Jokers and the empty waste go where each of the 200 variant deals has them."""
    vectors = lines("variant_deals.jsonl")
    assert len(vectors) == 200
    for vector in vectors:
        rules = Rules(jokers=vector["jokers"], empty_waste=vector["empty_waste"])
        deal = Deal.numbered(vector["number"], rules)
        assert " ".join(map(str, deal.tableau)) == vector["tableau"]
        assert (deal.waste and str(deal.waste)) == vector["waste"]
        assert " ".join(map(str, deal.stock)) == vector["stock"]
        assert deal.code is not None
        assert str(Deal.from_code(deal.code)) == str(deal)
