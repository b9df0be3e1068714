/** What the tests of the page share: the shape of the tableau, and views made to measure. */

const rows = [range(0, 3), range(3, 9), range(9, 18), range(18, 28)];

/** Columns count half cards: three summits, six, nine and ten cards below. */
const columns = [
  ...[3, 9, 15],
  ...[2, 4, 8, 10, 14, 16],
  ...range(0, 9).map((index) => 2 * index + 1),
  ...range(0, 10).map((index) => 2 * index),
];

export const LAYOUT = { rows, columns };

function range(from, to) {
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/**
 * A view in which the given slots are gone and the waste shows the given cards, newest last.
 * @param {{gone?: number[], waste?: string[], draws?: number, opened?: boolean}} wanted
 */
export function view({ gone = [], waste = ["AC"], draws = 0, opened = true } = {}) {
  const slots = range(0, 28).map((slot) => ({
    slot,
    state: gone.includes(slot) ? "gone" : slot < 18 ? "down" : "up",
    card: gone.includes(slot) || slot < 18 ? null : `card-${slot}`,
    free: slot >= 18 && !gone.includes(slot),
    refusal: slot < 18 ? { code: "move/blocked", sentence: "blocked" } : null,
  }));
  return {
    slots,
    free: slots.filter(({ free }) => free).map(({ slot }) => slot),
    waste: {
      count: gone.length + draws + Number(opened),
      cards: waste.map((card) => ({ card, name: card })),
    },
    stock: { count: 23 - draws, refusal: null },
    draws,
  };
}
