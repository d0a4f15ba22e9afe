// The page of the event begins with the followed boards, which come a moment later (follow.js). Until then their place
// is reserved, so that the text does not move. This runs before the rest of the page is there.
(() => {
  "use strict";
  const mine = document.getElementById("mine");
  let followed = [];
  try {
    followed = JSON.parse(localStorage.getItem(`follow:${document.getElementById("live").dataset.event}`)) ?? [];
  } catch {
    // This browser stores nothing: nobody is followed.
  }
  for (const { height } of followed) {
    const place = mine.appendChild(document.createElement("div"));
    place.className = "card coming";
    if (height) place.style.height = `${height}px`;
  }
  if (followed.length) mine.appendChild(document.createElement("p")).className = "coming";
})();
