// A form that is on its way is not sent a second time by a second click. The server would do it once all the
// same, but the answer shown would be the second one: that it is done already.
(() => {
  "use strict";
  // Whether this browser can be told of new boards: the offer leaves no gap in the first picture where it cannot.
  if (navigator.serviceWorker && globalThis.PushManager && globalThis.Notification) document.documentElement.classList.add("tells");

  const A_MOMENT = 3000;
  const sent = new Set();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post") return;
    if (sent.has(form)) event.preventDefault();
    sent.add(form);
    setTimeout(() => sent.delete(form), A_MOMENT);
  });

  // htmx takes its forms when all scripts have come. A tap before that would post the whole page, and break off
  // the tap before it: each form's last one waits until then, and is tapped again.
  const early = new Map();
  const hold = (event) => {
    if (!event.target.matches("[hx-post]")) return;
    event.preventDefault();
    event.stopPropagation();
    early.set(event.target, event.submitter);
  };
  document.addEventListener("submit", hold, true);
  addEventListener("load", () => {
    document.removeEventListener("submit", hold, true);
    for (const [form, button] of early) button ? button.click() : form.requestSubmit();
  });
})();
