// A list whose rows can be dragged into another order. Without this script its buttons do the same, one step at a time.
(() => {
  "use strict";
  const list = document.querySelector(".order");
  if (!list) return;
  let dragged = null;
  // The first row cannot go up, and the last one cannot go down.
  const settle = () => {
    [...list.children].forEach((row, place, rows) => {
      row.querySelector("[name=up]").disabled = place === 0;
      row.querySelector("[name=down]").disabled = place === rows.length - 1;
    });
  };
  for (const row of list.children) row.draggable = true;
  list.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("li");
    event.dataTransfer.effectAllowed = "move";
  });
  list.addEventListener("dragover", (event) => {
    const over = event.target.closest(".order > li");
    if (!dragged || !over) return;
    event.preventDefault();
    const { top, height } = over.getBoundingClientRect();
    if (over !== dragged) over[event.clientY < top + height / 2 ? "before" : "after"](dragged);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
  list.addEventListener("dragend", () => {
    dragged = null;
    settle();
  });
})();
