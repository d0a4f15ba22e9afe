// A form that is on its way is not sent a second time by a second click. The server would do it once all the
// same, but the answer shown would be the second one: that it is done already.
(() => {
  "use strict";
  const A_MOMENT = 3000;
  const sent = new Set();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (sent.has(form)) event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), A_MOMENT);
  });
})();
