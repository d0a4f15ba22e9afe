// What was seen here opens without a network too, where the browser allows it: over HTTPS, or on this machine.
(() => {
  "use strict";
  navigator.serviceWorker?.register("/worker.js");
  navigator.serviceWorker?.ready.then(({ active }) => navigator.serviceWorker.controller || active.postMessage("claim"));
  // What this page loaded before the worker was there is asked for again, most of it from the browser's own store.
  const keep = () => {
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.includes("/static/"));
    if (document.getElementById("live")) for (const address of [location.href, ...loaded]) fetch(address).catch(() => {});
  };
  navigator.serviceWorker?.addEventListener("controllerchange", keep);
  // It may have come while the page was still loading.
  if (navigator.serviceWorker?.controller && performance.getEntriesByType("navigation")[0]?.workerStart === 0) keep();
  const list = document.getElementById("kept-pages");
  if (!list || !globalThis.caches) return;
  // The events of which something was seen, by their own page.
  const show = async () => {
    const store = await caches.open("kept");
    for (const request of await store.keys()) {
      if (!/\/t\/[^/]+\/$/.test(request.url)) continue;
      const page = new DOMParser().parseFromString(await (await store.match(request)).text(), "text/html");
      const link = Object.assign(document.createElement("a"), { href: request.url, textContent: page.querySelector("h1").textContent });
      list.appendChild(document.createElement("li")).append(link);
    }
    list.hidden = !list.children.length;
  };
  show();
})();
