// Entering the boards of a match by keyboard: one key a board, the same keys as in the list of results. A key sets the
// list that has the focus and moves to the next board; without this script the lists work as usual.
(() => {
  "use strict";
  const KEYS = { 1: "1-0", 0: "0-1", 5: "1/2-1/2", "=": "1/2-1/2", "+": "1F-0F", "-": "0F-1F", Backspace: "", Delete: "" };
  const form = document.getElementById("of-boards");
  const fields = form ? [...form.querySelectorAll("select")] : [];
  const last = form?.querySelector("button.primary");
  (fields.find((field) => field.value === "") ?? fields[0])?.focus();
  form?.addEventListener("keydown", (event) => {
    const place = fields.indexOf(event.target);
    if (place < 0 || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return;
    fields[place].value = KEYS[event.key];
    (KEYS[event.key] ? (fields[place + 1] ?? last) : fields[place]).focus();
    event.preventDefault();
  });
})();
