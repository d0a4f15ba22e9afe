// An open page asks every few seconds whether it has changed, and updates what has: nothing else moves, and what the
// reader typed, opened and found stays. It also says that a new round is out, and that the network is gone.
(() => {
  "use strict";
  // A proxy may answer for two seconds in the server's place, which makes fifteen.
  const INTERVAL = 13_000;
  // A hall's network lets a request hang rather than fail.
  const PATIENCE = 8_000;
  const news = () => document.getElementById("live");
  const known = Number(news().dataset.round);
  // An account's page only asks for the newest round, as the public does: that is answered from the cache.
  const alone = news().dataset.alone !== undefined;
  const own = (node) => node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-own");

  // Details that the reader has opened stay open.
  const attributes = (shown, told) => {
    for (const { name, value } of told.attributes) if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
    for (const { name } of [...shown.attributes]) if (name !== "open" && !told.hasAttribute(name)) shown.removeAttribute(name);
  };
  const update = (shown, told) => {
    if (own(shown) || shown.isEqualNode(told)) return;
    if (shown.nodeType !== Node.ELEMENT_NODE || shown.nodeName !== told.nodeName || shown.id !== told.id) {
      shown.replaceWith(told.cloneNode(true));
      return;
    }
    attributes(shown, told);
    const before = [...shown.childNodes];
    const now = [...told.childNodes];
    now.forEach((node, place) => (place < before.length ? update(before[place], node) : shown.append(node.cloneNode(true))));
    before.slice(now.length).forEach((node) => node.remove());
  };

  // If the network is gone, the time at which the page was current.
  const say = (moment) => {
    const told = news().querySelector(".no-network");
    told.hidden = moment === null;
    if (moment !== null) {
      const time = told.querySelector("time");
      time.dateTime = moment.toISOString();
      const format = moment.toDateString() === new Date().toDateString() ? {} : { dateStyle: "medium" };
      time.textContent = new Intl.DateTimeFormat(document.documentElement.lang, { ...format, timeStyle: "short", hourCycle: "h23" }).format(moment);
    }
  };
  const announce = () => {
    news().querySelector(".news-of-round").hidden = Number(news().dataset.round) <= known;
  };

  const kept = document.documentElement.dataset.kept;
  let heard = kept ? new Date(kept) : new Date();
  let tag = null;
  let asked = Date.now();
  const ask = async () => {
    asked = Date.now();
    let answer, text;
    try {
      answer = await fetch(news().dataset.ask, {
        cache: "no-cache",
        credentials: alone ? "omit" : "same-origin",
        headers: { "X-Live": "1" },
        signal: AbortSignal.timeout(PATIENCE),
      });
      text = await answer.text();
    } catch {
      return say(heard);
    }
    // The page has gone, like a pairing that was withdrawn: its own address tells why.
    if (answer.status === 404 && !alone) return location.reload();
    if (answer.status >= 500) return say(heard);
    if (!answer.ok) return;
    heard = new Date();
    say(null);
    // A page made for one reader answers 204 if it is unchanged.
    if (answer.status === 204) return;
    const its = answer.headers.get("ETag");
    if (its && its === tag) return;
    tag = its;
    const told = new DOMParser().parseFromString(text, "text/html");
    if (alone) {
      update(news(), told.getElementById("live"));
      return announce();
    }
    const parts = told.getElementById("main") ? ["live", "main"] : [...told.body.children].map((part) => part.id);
    for (const id of parts) update(document.getElementById(id), told.getElementById(id));
    announce();
    document.body.dispatchEvent(new CustomEvent("live:changed"));
  };

  if (kept) say(heard);
  if (!news().dataset.ask) return;
  setInterval(() => document.hidden || ask(), INTERVAL);
  // A phone taken out of a pocket asks at once.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && Date.now() - asked > INTERVAL) ask();
  });
  addEventListener("online", ask);
})();
