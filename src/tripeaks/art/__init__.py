"""The drawings of the cards: the figures, backs and suit signs, and the glyphs of the ranks."""
