// Public pages seen on this device open without a network, and show their time. The network is always asked first.
// Only public answers are kept, which have a tag and may be stored: no page of the desk, of an account or of a helper
// does (docs/adr/0014-pages.md).
"use strict";
const KEPT = "kept";
const OFFLINE = "/offline/";
// The most pages, and the most files they load, whose names change with each release.
const MOST = 120;
// A hall's network lets a request hang rather than fail: after this time, an older page is better than nothing.
const PATIENCE = 4_000;
const A_DAY = 86_400_000;
// An unchanged page is stored again, with its new time, at most this often.
const A_MINUTE = 60_000;
const LIVE = "X-Live";

const mayBeKept = (answer) =>
  answer.ok && answer.type === "basic" && !answer.redirected && answer.headers.has("ETag") && !answer.headers.get("Cache-Control")?.includes("no-store");
const isStatic = (url) => url.pathname.startsWith("/static/");
const told = (answer) => Date.parse(answer.headers.get("Date") ?? "") || 0;

const keep = async (address, answer) => {
  const store = await caches.open(KEPT);
  const older = await store.match(address, { ignoreVary: true });
  if (older?.headers.get("ETag") === answer.headers.get("ETag") && told(answer) - told(older) < A_MINUTE) return;
  await store.put(address, answer);
  const all = (await store.keys()).filter((request) => !request.url.endsWith(OFFLINE));
  for (const loaded of [false, true]) {
    const its = all.filter((request) => isStatic(new URL(request.url)) === loaded);
    for (const request of its.slice(0, Math.max(0, its.length - MOST))) await store.delete(request);
  }
};

// Renew the page shown for pages never seen, in the present language and style.
const renewOffline = async () => {
  const store = await caches.open(KEPT);
  const older = await store.match(OFFLINE, { ignoreVary: true });
  if (!older || Date.now() - told(older) > A_DAY) await store.add(OFFLINE);
};

// The stored page, with its headers, and its time in its first element.
const found = async (address) => {
  const answer = await (await caches.open(KEPT)).match(address, { ignoreVary: true });
  if (!answer || !answer.headers.get("Content-Type")?.startsWith("text/html")) return answer;
  const text = (await answer.text()).replace("<html ", `<html data-kept="${new Date(told(answer)).toISOString()}" `);
  const headers = new Headers(answer.headers);
  // These headers describe the compressed text.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response(text, { headers });
};

// "Pairings" leads to the current round: without a network, to the latest one seen.
const latestRound = async (address) => {
  const all = await (await caches.open(KEPT)).keys();
  const numbers = all.filter(({ url }) => url.startsWith(address)).map(({ url }) => Number(url.slice(address.length).match(/^(\d+)\/$/)?.[1] ?? 0));
  const last = Math.max(0, ...numbers);
  return last ? Response.redirect(`${address}${last}/`) : undefined;
};

const seen = async (address) => (await found(address)) ?? (address.endsWith("/rounds/") ? latestRound(address) : undefined);

const asked = async (event, address) => {
  const answer = await fetch(event.request);
  if (mayBeKept(answer) || (answer.ok && isStatic(new URL(address)))) event.waitUntil(keep(address, answer.clone()));
  if (answer.ok && event.request.mode === "navigate") event.waitUntil(renewOffline().catch(() => {}));
  return answer;
};

const answered = async (event) => {
  const { request } = event;
  const address = request.url.split("#")[0];
  const coming = asked(event, address);
  // An open page that asks for updates (live.js) says by itself that the network is gone.
  if (request.headers.has(LIVE)) return coming;
  try {
    if (request.mode !== "navigate") return await coming;
    const answer = await Promise.race([coming, new Promise((late) => setTimeout(late, PATIENCE))]);
    // Otherwise it is too late, or the server cannot answer now.
    if (answer && answer.status < 500) return answer;
    return (await seen(address)) ?? (await coming);
  } catch (gone) {
    const answer = await seen(address);
    if (answer) return answer;
    if (request.mode === "navigate") return (await found(new URL(OFFLINE, location.origin).href)) ?? Response.error();
    throw gone;
  }
};

// Notifications of new boards, if the phone's owner asked for them; a tap leads to the event.
const lookAt = async ({ url }) => {
  const open = (await self.clients.matchAll({ type: "window" })).find((page) => new URL(page.url).pathname === url);
  return open ? open.focus() : self.clients.openWindow(url);
};
self.addEventListener("push", (event) => {
  const { title, body, url, tag, lang } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, lang, renotify: true, icon: "/static/icons/192.png", data: { url } }));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lookAt(event.notification.data));
});

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(caches.open(KEPT).then((store) => store.add(OFFLINE)));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
// A page that was loading while the worker was installed is controlled only after it asks.
self.addEventListener("message", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin) event.respondWith(answered(event));
});
