// A button that opens the browser's print dialog; without this script the browser's menu does it.
(() => {
  "use strict";
  const button = document.querySelector("[data-print]");
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
