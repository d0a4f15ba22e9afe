// A screen in the hall: asks what to show, shows it if it has changed, and goes on by itself after any failure.
(() => {
  "use strict";
  const lost = document.getElementById("lost");
  const loads = (page) => [...page.querySelectorAll("link[rel=stylesheet], script")].map((one) => one.href || one.src).join();
  const loaded = loads(document);
  const PATIENCE = 10000;
  // The page that is shown, to see whether the next one differs.
  let text = "";
  let since = 0;
  // The server's clock minus this machine's, in milliseconds; countdown.js uses it.
  let ahead = 0;
  let screen = document.getElementById("screen");
  // In the hall's time zone, whatever this machine's is.
  const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: screen.dataset.zone });
  const tick = () => {
    const face = document.querySelector(".clock");
    const now = clock.format(Date.now() + ahead);
    if (face && face.textContent !== now) face.textContent = now;
  };
  const show = (answer) => {
    if (answer === text) return;
    const page = new DOMParser().parseFromString(answer, "text/html");
    const next = page.getElementById("screen");
    if (!next) throw new Error("no page of a screen");
    // After an update of the server, its pages need its new style and scripts.
    if (loads(page) !== loaded) return location.reload();
    screen.replaceWith(document.adoptNode(next));
    screen = next;
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    text = answer;
    document.body.dispatchEvent(new CustomEvent("htmx:afterSettle"));
  };
  const ask = async () => {
    try {
      const answer = await fetch(screen.dataset.next, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
      if (!answer.ok) throw new Error(String(answer.status));
      ahead = Date.parse(answer.headers.get("Date")) - Date.now() || 0;
      document.documentElement.dataset.ahead = ahead;
      show(await answer.text());
      since = 0;
      lost.hidden = true;
    } catch {
      since = since || Date.now() + ahead;
      lost.textContent = lost.dataset.said.replace("{}", clock.format(since));
      lost.hidden = false;
    }
    tick();
    // While nothing answers, ask again soon.
    const seconds = Number(screen.dataset.asks);
    setTimeout(ask, 1000 * (since ? Math.min(seconds, 3) : seconds));
  };
  tick();
  setInterval(tick, 5000);
  setTimeout(ask, 1000 * Number(screen.dataset.asks));
})();
