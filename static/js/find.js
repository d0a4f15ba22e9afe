// Find yourself: hide the rows whose names do not contain the typed words, in any order and without
// accents. Without this script the form asks the server (tournaments/names.py, same rules).
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th", "'": "", "’": "", "‘": "", "`": "" };
  const fold = (text) =>
    text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/[łøđðıßæœþ'’‘`]/g, (letter) => LETTERS[letter]);
  const input = document.querySelector("input[data-find]");
  if (!input) return;

  const filter = () => {
    const words = fold(input.value).split(/[\s,]+/).filter(Boolean);
    let shown = 0;
    for (const row of document.querySelectorAll("[data-names]")) {
      const names = fold(row.dataset.names);
      row.hidden = !words.every((word) => names.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    document.querySelector(".nothing-found").hidden = shown > 0;
  };
  input.addEventListener("input", filter);
  input.form.addEventListener("submit", (event) => event.preventDefault());
  // The live list has been replaced: filter its rows again.
  for (const change of ["htmx:afterSwap", "live:changed"]) document.body.addEventListener(change, filter);
  if (input.value) filter();
})();
