"""What is measured inside the page; each probe gives the list of what is wrong."""

from __future__ import annotations

# The page is as large as the window, and no visible card or panel lies outside.
SCROLLING = """() => {
  const html = document.documentElement;
  const wrong = [];
  if (html.scrollWidth > innerWidth) wrong.push(`${html.scrollWidth} wide`);
  if (html.scrollHeight > innerHeight) wrong.push(`${html.scrollHeight} high`);
  scrollTo(50, 50);
  if (scrollX || scrollY) wrong.push(`scrolled to ${scrollX}, ${scrollY}`);
  scrollTo(0, 0);
  return wrong;
}"""

OUTSIDE = """() => {
  const shown = ".card:not([hidden]), .place, .stock-count:not([hidden]), .figure:not([hidden]), " +
    ".controls > button, .bar > *:not([hidden]), .ending:not([hidden]) *, " +
    "#message:not([hidden]), #advice:not([hidden]), #advice:not([hidden]) *, " +
    "#outlook:not([hidden]) *, #marks:not([hidden])";
  return [...document.querySelectorAll(shown)].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width && (box.left < -0.5 || box.top < -0.5 ||
      box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5);
  }).map((one) => `${one.id || one.className || one.tagName} "${one.innerText ?? ""}"`);
}"""

# The stock lies at the left below the tableau, the waste to its right, the newest card rightmost.
PILES = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cards = [...document.querySelectorAll(".card:not([hidden])")];
  const tableau = cards.filter((one) => !one.classList.contains("gone")).map(box);
  const stock = box(document.querySelector("#stock"));
  const waste = cards.filter((one) => one.matches(".gone[data-suit]")).sort(
    (one, other) => one.style.zIndex - other.style.zIndex).map(box);
  const wrong = [];
  if (tableau.some((card) => card.bottom > stock.top)) wrong.push("the stock is not below");
  if (stock.left > Math.min(...tableau.map((card) => card.left)) + 1) wrong.push("not at the left");
  if (waste.some((card) => card.left < stock.right)) wrong.push("the waste is not to the right");
  if (waste.some((card, at) => at && card.left <= waste[at - 1].left)) wrong.push("out of order");
  if (waste.some((card) => Math.abs(card.top - stock.top) > 8)) wrong.push("the piles are askew");
  return wrong;
}"""

# Of each card that lies face up, the corner with the index is on top.
INDICES = """() => {
  const wrong = [];
  const cards = document.querySelectorAll(".card:not(.gone)[data-suit]");
  for (const card of cards) {
    const box = card.getBoundingClientRect();
    for (const [across, along] of [[0.1, 0.06], [0.25, 0.2], [0.15, 0.33]]) {
      const [x, y] = [box.left + box.width * across, box.top + box.height * along];
      const top = document.elementFromPoint(x, y);
      if (top?.closest(".card") !== card) wrong.push(`${card.id} is under ${top?.id}`);
    }
  }
  return wrong;
}"""

# Neighbours of a row do not touch, and sentences and panels lie on no card.
OVERLAPS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
    a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const cards = [...document.querySelectorAll(".card:not([hidden])")]
    .filter((one) => getComputedStyle(one).visibility === "visible");
  const tableau = cards.filter((one) => one.matches(":not(.gone)"));
  const wrong = [];
  for (const one of tableau) for (const other of tableau)
    if (one.id < other.id && box(one).top === box(other).top && meet(box(one), box(other)))
      wrong.push(`${one.id} on ${other.id}`);
  const things = [...document.querySelectorAll(
    "#message:not([hidden]), .ending:not([hidden]) h2, .ending:not([hidden]) button," +
    ".ending:not([hidden]) a, #advice:not([hidden]), #outlook:not([hidden]), " +
    "#marks:not([hidden]), " +
    ".ending:not([hidden]) table, .figure:not([hidden]), .controls > button, " +
    ".bar > *:not([hidden])")]
    .filter((one) => box(one).width);
  for (const thing of things) {
    const name = `${thing.id || thing.className || thing.tagName} "${thing.innerText}"`;
    for (const card of [...cards, document.querySelector("#stock")])
      if (getComputedStyle(card).visibility === "visible" && meet(box(thing), box(card)))
        wrong.push(`${name} on ${card.id}`);
    for (const other of things)
      if (thing !== other && !thing.contains(other) && !other.contains(thing) &&
          thing.compareDocumentPosition(other) & 4 && meet(box(thing), box(other)) &&
          thing.id !== "message" && other.id !== "message")
        wrong.push(`${name} on "${other.innerText}"`);
  }
  return wrong;
}"""

# What is tapped is at least 44 px in both directions; small cards have a reach of their own.
SMALL_TARGETS = """() => {
  const asked = "button:not(.card), a[href], select, input, summary";
  const open = document.querySelector("dialog[open]") ?? document;
  const targets = [...open.querySelectorAll(asked)].map((one) => one.closest("label") ?? one);
  return targets.filter((one) => {
    const box = one.getBoundingClientRect();
    const shown = box.width && getComputedStyle(one).visibility === "visible";
    return shown && (box.width < 43.9 || box.height < 43.9);
  }).map((one) => {
    const box = one.getBoundingClientRect();
    return `${one.id || one.className} "${one.innerText}" ${box.width} x ${box.height}`;
  });
}"""

# Each visible text lies whole inside the button, the panel and the window that hold it.
CUT_TEXTS = """() => {
  const wrong = [];
  const walker = document.createTreeWalker(
    document.querySelector("dialog[open]") ?? document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    const hidden = ".visually-hidden, script, noscript, option, .card, [hidden], " +
      "details:not([open]) > :not(summary)";
    if (!text.textContent.trim() || parent.closest(hidden)) continue;
    if (!document.querySelector("dialog[open]") && parent.closest("dialog")) continue;
    if (getComputedStyle(parent).visibility !== "visible") continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width) continue;
    const holders = [];
    for (let at = parent; at && at !== document.body; at = at.parentElement) {
      const clips = getComputedStyle(at).overflowX !== "visible" && !at.matches("dialog");
      if (clips || at.matches("button, a, .message, .figure")) holders.push(at);
    }
    const scrolls = document.documentElement.dataset.page !== "game" || parent.closest("dialog");
    // A text is as high as its font and may stand out of a tight line; that cuts nothing.
    const slack = 1 + box.height * 0.2;
    const within = holders.map((at) => at.getBoundingClientRect()).concat(
      new DOMRect(0, scrolls ? -1e5 : 0, innerWidth, scrolls ? 2e5 : innerHeight));
    if (within.some((room) => box.left < room.left - 1 || box.right > room.right + 1 ||
                              box.top < room.top - slack || box.bottom > room.bottom + slack))
      wrong.push(text.textContent.trim());
  }
  return wrong;
}"""

SIDEWAYS = """() => document.documentElement.scrollWidth > innerWidth
  ? [`${document.documentElement.scrollWidth} wide`] : []"""
