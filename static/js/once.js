// A second click does not send a form again. The server would do the act only once anyway, but the reader would see
// the second answer: that it is done already.
(() => {
  "use strict";
  // Whether this browser can get notifications: if not, the offer must not leave a gap when the page is first drawn.
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

  // htmx handles its forms once all scripts have loaded. An earlier tap would post the whole page, and abort the tap
  // before it: so each form's last early tap waits, and is repeated then.
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
