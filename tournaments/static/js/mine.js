// The page of the event opens on one's boards, which come a moment later (follow.js): until then their place is kept,
// so that nothing moves that one reads. This runs before the rest of the page is there.
(() => {
  "use strict";
  const mine = document.getElementById("mine");
  let followed = [];
  try {
    followed = JSON.parse(localStorage.getItem(`follow:${document.getElementById("live").dataset.event}`)) ?? [];
  } catch {
    // Nothing is kept in this browser: nobody is followed.
  }
  for (const { height } of followed) {
    const place = mine.appendChild(document.createElement("div"));
    place.className = "card coming";
    if (height) place.style.height = `${height}px`;
  }
  if (followed.length) mine.appendChild(document.createElement("p")).className = "coming";
})();
