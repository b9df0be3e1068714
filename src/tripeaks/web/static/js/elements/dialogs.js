/** Opens and closes the page's dialogs; each is a native <dialog> that the template wrote. */

import { byId } from "./dom.js";

/** @param {string} name */
export function openDialog(name) {
  const dialog = byId(name, HTMLDialogElement);
  if (!dialog.open) dialog.showModal();
}

/**
 * Asks a question that its own dialog holds.
 * @param {string} name
 * @returns {Promise<boolean>}
 */
export function confirmed(name) {
  const dialog = byId(name, HTMLDialogElement);
  dialog.returnValue = "";
  openDialog(name);
  return new Promise((answer) =>
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true }),
  );
}

/** Lets every button with `data-open` open its dialog, and a click beside a dialog close it. */
export function wireDialogs() {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    const opener = target.closest("[data-open]");
    if (opener instanceof HTMLElement && opener.dataset.open) openDialog(opener.dataset.open);
    if (target.closest("[data-close]")) target.closest("dialog")?.close();
    if (target instanceof HTMLDialogElement) target.close();
  });
}
