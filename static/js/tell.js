// Notifications of each new board, also while no page is open. The browser asks for permission only after the tap; the
// phone stores the players it is told of.
(() => {
  "use strict";
  const { push, notify, event } = document.getElementById("live").dataset;
  if (!push || !document.documentElement.classList.contains("tells")) return;
  const place = `tell:${event}`;
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(place)) ?? { endpoint: "", players: [] };
    } catch {
      return { endpoint: "", players: [] };
    }
  };
  const write = (told) => {
    try {
      if (told.players.length) localStorage.setItem(place, JSON.stringify(told));
      else localStorage.removeItem(place);
    } catch {
      // This browser stores nothing: it is told all the same.
    }
  };
  const send = async (act, player, subscription) => {
    const { endpoint, keys } = subscription.toJSON();
    const answer = await fetch(notify, { method: "POST", body: new URLSearchParams({ act, player, endpoint, key: keys.p256dh, secret: keys.auth }) });
    if (!answer.ok) throw new Error(answer.statusText);
    const others = read().players.filter((one) => one !== player);
    write({ endpoint, players: act === "tell" ? [...others, player] : others });
  };
  const subscribed = async () => (await navigator.serviceWorker.ready).pushManager.getSubscription();
  const tell = async (player) => {
    const { pushManager } = await navigator.serviceWorker.ready;
    await send("tell", player, await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: push }));
  };
  const silence = async (player) => {
    const subscription = await subscribed();
    if (subscription) await send("silence", player, subscription);
  };

  const show = () => {
    const told = new Set(Notification.permission === "granted" ? read().players : []);
    for (const button of document.querySelectorAll("button[data-tell]")) {
      button.classList.remove("to-come");
      button.setAttribute("aria-pressed", told.has(button.dataset.tell));
    }
  };
  document.addEventListener("click", async ({ target }) => {
    const button = target.closest("button[data-tell]");
    const followed = target.closest('button[data-follow][aria-pressed="false"]');
    // A player who is no longer followed causes no more notifications.
    if (followed && read().players.includes(followed.dataset.follow)) silence(followed.dataset.follow).then(show, show);
    if (!button) return;
    const says = button.parentElement.querySelector(".says");
    says.textContent = "";
    try {
      if (button.getAttribute("aria-pressed") === "true") await silence(button.dataset.tell);
      else if ((await Notification.requestPermission()) === "granted") await tell(button.dataset.tell);
      else says.textContent = says.dataset.refused;
    } catch {
      says.textContent = says.dataset.failed;
    }
    show();
  });
  document.body.addEventListener("boards:shown", show);
  document.body.addEventListener("live:changed", show);
  show();

  // The push service may have given the phone another address since.
  subscribed().then(async (subscription) => {
    const { endpoint, players } = read();
    if (subscription && players.length && subscription.endpoint !== endpoint) for (const player of players) await tell(player);
  }).catch(() => {});
})();
