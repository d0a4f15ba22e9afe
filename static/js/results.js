// Results by keyboard. Every key presses the button in the row, so the server gets the same form whether
// it was clicked, typed or sent without this script.
(() => {
  "use strict";
  const KEYS = { 1: "1-0", 0: "0-1", 5: "1/2-1/2", "=": "1/2-1/2", "+": "1F-0F", "-": "0F-1F", Backspace: "", Delete: "" };
  const all = () => [...document.querySelectorAll("tr[data-board]")];
  const rows = () => all().filter((r) => r.checkVisibility());
  const row = (board) => document.getElementById(`board-${board}`);
  const jump = document.getElementById("jump-to");
  const busy = new Map(); // board -> key typed while its last result was still being sent
  let current = null;
  let slips = false; // Whether results are entered from slips in any order: number, Enter, result, next number.

  // With the rows above and below, so that people who enter a column of results see where they are.
  const show = (target) => {
    for (const shown of [target.previousElementSibling, target.nextElementSibling, target])
      if (shown?.offsetLeft === target.offsetLeft) shown.scrollIntoView({ block: "nearest" });
  };
  const go = (target) => {
    if (!target) return;
    current = target.dataset.board;
    target.focus({ preventScroll: true });
    show(target);
  };
  const step = (from, by) => {
    const shown = rows();
    go(shown[Math.min(shown.length - 1, Math.max(0, shown.indexOf(from) + by))]);
  };
  const firstOpen = (after) => {
    const shown = rows();
    const place = after ? shown.indexOf(after) + 1 : 0;
    return [...shown.slice(place), ...shown.slice(0, place)].find((r) => r.dataset.result === "" && r !== after);
  };
  const press = (target, key) => {
    if (target.querySelector("form.htmx-request")) {
      busy.set(target.dataset.board, key);
      return;
    }
    [...target.querySelectorAll("button[name=result]")].find((b) => b.value === KEYS[key])?.click();
  };
  const openMenu = (target) => {
    target.querySelector("[popovertarget]")?.click();
    target.querySelector("[popover] button")?.focus();
  };
  const asked = (target) => target.querySelector("input[name=asked]");
  // The server asks before another result is replaced, unless it has asked about this one already.
  const isAsked = (target, key) =>
    KEYS[key] && (target.dataset.stands ?? KEYS[key]) !== KEYS[key] && asked(target)?.value !== KEYS[key];

  // The menu of a row's other results has its own keys; the browser closes it on Esc.
  const inMenu = (menu, event) => {
    const choices = [...menu.querySelectorAll("button, a")];
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    choices.at((choices.indexOf(event.target) + by) % choices.length).focus();
    event.preventDefault();
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("input, select, textarea")) {
      if (event.key === "Escape") {
        slips = false;
        if (jump) jump.value = "";
        go(row(current));
      }
      return;
    }
    const menu = event.target.closest("[popover]");
    if (menu) return inMenu(menu, event);
    const target = event.target.closest("tr[data-board]") ?? (event.target === document.body ? row(current) : null);
    if (["ArrowDown", "ArrowUp", "Escape"].includes(event.key)) slips = false;
    if (event.key === "g" || event.key === "G") jump?.focus();
    else if (!target) return;
    else if (event.key === "ArrowDown") step(target, 1);
    else if (event.key === "ArrowUp") step(target, -1);
    else if (event.key === "." || event.key === ",") openMenu(target);
    else if (jump && /^[2-9]$/.test(event.key) && !Object.hasOwn(KEYS, event.key) && !event.repeat) {
      // No result has this key, so a board's number begins with it.
      jump.value = event.key;
      jump.focus();
      jumpIfComplete();
    } else if (Object.hasOwn(KEYS, event.key)) {
      // A key that is held down enters one result, not a column of them.
      if (!event.repeat) {
        const stay = !KEYS[event.key] || isAsked(target, event.key);
        press(target, event.key);
        if (stay) go(target);
        else if (slips) jump.focus();
        else go(firstOpen(target) ?? target);
      }
    } else return;
    event.preventDefault();
  });
  document.addEventListener("focusin", (event) => {
    const target = event.target.closest("tr[data-board]");
    if (target) current = target.dataset.board;
  });

  const jumpTo = (target) => {
    jump.value = "";
    slips = true;
    go(target);
  };
  // A number that no further digit can continue needs no Enter; pressing it anyway does nothing.
  const jumpIfComplete = () => {
    const target = row(jump.value.trim());
    const last = Math.max(...all().map((r) => Number(r.dataset.board)));
    if (target && Number(target.dataset.board) * 10 > last) jumpTo(target);
  };
  jump?.addEventListener("input", () => {
    jump.setCustomValidity("");
    jumpIfComplete();
  });
  jump?.form.addEventListener("submit", (event) => {
    event.preventDefault();
    const target = row(jump.value.trim());
    jump.setCustomValidity(target ? "" : jump.dataset.unknown);
    if (!target) return void jump.reportValidity();
    jumpTo(target);
  });

  // A row that was not saved stays red and is named here until it is entered again: the focus has moved
  // on, and nobody looks back at a row that they believe to be done.
  const alarm = document.getElementById("not-saved");
  const tell = () => {
    const wrong = all().filter((r) => r.classList.contains("wrong"));
    alarm.hidden = wrong.length === 0;
    const links = wrong.map((r) => Object.assign(document.createElement("a"), { href: `#${r.id}`, textContent: r.dataset.board }));
    alarm.querySelector("span").replaceChildren(...links.flatMap((link, i) => (i ? [", ", link] : [link])));
  };
  const lost = (event) => {
    const target = event.detail.elt.closest("tr[data-board]");
    if (!target) return;
    target.classList.add("wrong");
    tell();
  };
  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) document.body.addEventListener(failure, lost);
  // An update of a row must not hide an error that the arbiter has not seen yet, nor replace a newer entry of theirs:
  // with the older version in the row, their next entry would be refused.
  const version = (part) => Number(part.querySelector("input[name=version]")?.value ?? NaN);
  document.body.addEventListener("htmx:oobBeforeSwap", (event) => {
    const { target, fragment } = event.detail;
    if (target.matches("tr[data-board]") && (target.classList.contains("wrong") || version(fragment) < version(target)))
      event.detail.shouldSwap = false;
  });

  // The strip covers part of the page, and grows with its text.
  const strip = document.querySelector(".strip");
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--strip", `${strip.offsetHeight}px`);
    if (current && document.activeElement === row(current)) show(row(current));
  }).observe(strip);

  // A row that was replaced has lost the focus; a key that had to wait is applied now.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (current && (document.activeElement === document.body || !document.activeElement)) row(current)?.focus({ preventScroll: true });
    if (event.target === document.activeElement) show(event.target);
    for (const [board, key] of busy) {
      const target = row(board);
      if (target && !target.querySelector("form.htmx-request")) {
        busy.delete(board);
        // Arbiters who correct their own entry of a moment ago are not asked about it.
        if (!target.classList.contains("wrong") && asked(target)) asked(target).value = KEYS[key];
        press(target, key);
      }
    }
    tell();
  });

  for (const choice of document.querySelectorAll("input[name=shown]"))
    choice.addEventListener("change", () => go(firstOpen(null) ?? rows()[0]));

  const named = location.hash.startsWith("#board-") ? row(location.hash.slice(7)) : null;
  go(named ?? firstOpen(null));
})();
