// A button for the browser's printer; without this script the browser's own menu has one.
(() => {
  "use strict";
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
