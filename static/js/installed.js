// Pages seen here also open without a network, if the browser allows it: over HTTPS, or on this machine.
(() => {
  "use strict";
  navigator.serviceWorker?.register("/worker.js");
  navigator.serviceWorker?.ready.then(({ active }) => navigator.serviceWorker.controller || active.postMessage("claim"));
  // Request again what this page loaded before the worker was there, most of it from the browser's own cache.
  const keep = () => {
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name).filter((name) => name.includes("/static/"));
    if (document.getElementById("live")) for (const address of [location.href, ...loaded]) fetch(address).catch(() => {});
  };
  navigator.serviceWorker?.addEventListener("controllerchange", keep);
  // The worker may have taken over while the page was still loading.
  if (navigator.serviceWorker?.controller && performance.getEntriesByType("navigation")[0]?.workerStart === 0) keep();
  const list = document.getElementById("kept-pages");
  if (!list || !globalThis.caches) return;
  // The events whose own page was seen.
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
