// In a table of fields, Enter and the arrows go to the same column of the next row. Without this script Tab does.
(() => {
  "use strict";
  const steps = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling", Enter: "nextElementSibling" };
  const open = ":is(input:not([type=hidden]), select):enabled";
  document.querySelector("table.fields")?.addEventListener("keydown", (event) => {
    const step = steps[event.key];
    const field = event.target;
    // The arrows choose in a list; with another key they are the browser's.
    if (!step || event.isComposing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (field.matches("select") && event.key !== "Enter") return;
    const place = field.closest("td, th").cellIndex;
    for (let row = field.closest("tr")[step]; row; row = row[step]) {
      const next = row.cells[place].querySelector(open);
      if (!next) continue;
      event.preventDefault();
      next.focus();
      next.select?.();
      return;
    }
    // Enter in the last row saves, as in any form.
  });
})();
