// The part that all rows of the result page share is sent once: it would be most of the page of a large round. It is
// copied into each row as soon as the rows are there, for people who press a button before the other scripts load.
(() => {
  "use strict";
  const alike = document.getElementById("alike");
  const part = (name) => alike.content.querySelector(`.${name}`);
  const complete = (bare) => {
    const { board, version, result, stands = result } = bare.dataset;
    bare.setAttribute("role", "row");
    for (const cell of bare.cells) cell.setAttribute("role", "cell");
    const names = {};
    for (const colour of ["white", "black"]) {
      const cell = bare.querySelector(`td.${colour}`);
      const named = cell.querySelector("a").cloneNode(true);
      named.querySelector(".title")?.remove();
      names[`{${colour}}`] = [...named.childNodes];
      cell.querySelector(".seat").prepend(...part(colour).cloneNode(true).childNodes);
    }
    if (version === undefined) return;
    const entry = bare.querySelector("td.enter");
    entry.innerHTML = part("enter").innerHTML.replaceAll(alike.dataset.board, board);
    entry.querySelector("[name=version]").value = version;
    const title = entry.querySelector(".menu-title");
    title.replaceChildren(...title.textContent.split(/({\w+})/).flatMap((text) => names[text] ?? text));
    for (const button of entry.querySelectorAll("[aria-pressed]")) button.setAttribute("aria-pressed", button.value === stands);
  };
  document.querySelectorAll("tr[data-board]").forEach(complete);
  document.documentElement.classList.add("js");
})();
