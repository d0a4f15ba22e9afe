// Results by keyboard. Every key presses the button that stands in the row, so the server sees the same
// form whether it was clicked, typed or sent without this script.
(() => {
  "use strict";
  const KEYS = { 1: "1-0", 0: "0-1", 5: "1/2-1/2", "=": "1/2-1/2", "+": "1F-0F", "-": "0F-1F", Backspace: "", Delete: "" };
  const rows = () => [...document.querySelectorAll("tr[data-board]")];
  const row = (board) => document.getElementById(`board-${board}`);
  const busy = new Map(); // board -> key typed while its last one was still on its way
  let current = null;

  const go = (target) => {
    if (!target) return;
    current = target.dataset.board;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
  };
  const step = (from, by) => {
    const all = rows();
    go(all[Math.min(all.length - 1, Math.max(0, all.indexOf(from) + by))]);
  };
  const firstOpen = (after) => {
    const all = rows();
    const place = after ? all.indexOf(after) + 1 : 0;
    return [...all.slice(place), ...all.slice(0, place)].find((r) => r.dataset.result === "" && r !== after);
  };
  const press = (target, key) => {
    if (target.querySelector("form.htmx-request")) {
      busy.set(target.dataset.board, key);
      return;
    }
    [...target.querySelectorAll("button[name=result]")].find((b) => b.value === KEYS[key])?.click();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.key === "Escape") go(row(current));
      return;
    }
    const target = event.target.closest("tr[data-board]") ?? row(current);
    if (event.key === "g" || event.key === "G") document.getElementById("jump-to")?.focus();
    else if (!target) return;
    else if (event.key === "ArrowDown") step(target, 1);
    else if (event.key === "ArrowUp") step(target, -1);
    else if (Object.hasOwn(KEYS, event.key)) {
      press(target, event.key);
      if (KEYS[event.key]) go(firstOpen(target) ?? target);
    } else return;
    event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const target = event.target.closest("tr[data-board]");
    if (target) current = target.dataset.board;
  });
  document.getElementById("jump")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const input = document.getElementById("jump-to");
    go(row(input.value.trim()) ?? row(current));
    input.value = "";
  });
  // A row that was replaced has lost the focus; a key that had to wait is pressed now.
  document.body.addEventListener("htmx:afterSettle", () => {
    if (current && (document.activeElement === document.body || !document.activeElement)) row(current)?.focus({ preventScroll: true });
    for (const [board, key] of busy) {
      const target = row(board);
      if (target && !target.querySelector("form.htmx-request")) {
        busy.delete(board);
        press(target, key);
      }
    }
  });

  const named = location.hash.startsWith("#board-") ? row(location.hash.slice(7)) : null;
  go(named ?? firstOpen(null));
})();
