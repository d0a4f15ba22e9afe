// Find yourself: hide the rows whose names do not contain the typed words, in any order and without
// accents, ue for ü. Without this script the form asks the server (tournaments/texts.py, same rules); and so
// does Enter when something is typed in other letters than Latin ones, which only the server can tell in Latin.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th", "'": "", "’": "", "‘": "", "`": "" };
  const fold = (text) =>
    text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[łøđðıßæœþ'’‘`]/g, (letter) => LETTERS[letter])
      .replace(/ae|oe|ue|aa/g, (two) => two[0]);
  const input = document.querySelector("input[data-find]");
  if (!input) return;

  const latin = () => /^[\x00-\x7f]*$/.test(fold(input.value));
  const filter = () => {
    // What only the server can tell is not hidden again.
    const told = input.value === input.defaultValue && !latin();
    const words = told ? [] : fold(input.value).split(/[\s,]+/).filter(Boolean);
    let shown = 0;
    for (const row of document.querySelectorAll("[data-names]")) {
      const names = fold(row.dataset.names);
      row.hidden = !words.every((word) => names.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    document.querySelector(".nothing-found").hidden = shown > 0;
  };
  input.addEventListener("input", filter);
  input.form.addEventListener("submit", (event) => {
    if (latin()) event.preventDefault();
  });
  // The live list has been replaced: filter its rows again.
  for (const change of ["htmx:afterSwap", "live:changed"]) document.body.addEventListener(change, filter);
  if (input.value) filter();
})();
