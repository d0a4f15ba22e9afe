// The players that this phone follows are stored on it: the server only learns which boards to show, as from a link.
// Without this script, the reader can keep the address of those boards instead.
(() => {
  "use strict";
  const live = document.getElementById("live");
  const place = `follow:${live.dataset.event}`;
  const base = live.dataset.follow;
  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(place)) ?? [];
    } catch {
      return [];
    }
  };
  const write = (players) => {
    try {
      if (players.length) localStorage.setItem(place, JSON.stringify(players));
      else localStorage.removeItem(place);
    } catch {
      // This browser stores nothing: the link can still be kept.
    }
  };
  // The address of a poster names nobody: it stands for those whom this phone follows.
  const unnamed = location.pathname === base;
  const address = (players) => `${base}${players.map((player) => player.key).join("-")}/`;

  const buttons = () => {
    const followed = new Set(read().map((player) => player.key));
    for (const button of document.querySelectorAll("button[data-follow]")) {
      button.classList.remove("to-come");
      button.setAttribute("aria-pressed", followed.has(button.dataset.follow));
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-follow]");
    if (!button) return;
    const { follow: key, number, name } = button.dataset;
    const others = read().filter((player) => player.key !== key);
    // An address names twelve at most: the first one followed is dropped.
    const stops = others.length < read().length;
    write(stops ? others : [...others, { key, number, name }].slice(-12));
    show();
    // The page of boards shows the players in its address: following one there adds them, or removes them.
    if (!document.getElementById("followed")) return;
    const shown = unnamed ? others : [...document.querySelectorAll("#followed > .mine")].map((board) => board.dataset);
    const rest = shown.filter((board) => board.key !== key);
    const next = stops ? rest : [...rest, { key }].slice(-12);
    location.assign(next.length ? address(next) : base);
  });

  // Mark the followed players in every list, by number and name. A screen reader announces the name as the current
  // one.
  const mark = () => {
    const followed = read();
    for (const line of document.querySelectorAll("main .me")) {
      line.classList.remove("me");
      line.querySelectorAll("a[aria-current]").forEach((link) => link.removeAttribute("aria-current"));
    }
    for (const link of document.querySelectorAll("main :is(tr, li) a")) {
      const its = followed.some((player) => link.getAttribute("href").endsWith(`/players/${player.number}/`) && link.textContent.includes(player.name));
      if (!its) continue;
      link.closest("tr, li").classList.add("me");
      link.setAttribute("aria-current", "true");
    }
  };

  // The page with these players' boards, null if nothing is known: the login page of a network says nothing about them.
  // With 404, none of them is in the list any more, and its page has no boards.
  const told = async (players) => {
    const answer = await fetch(address(players), { cache: "no-cache" }).catch(() => null);
    const page = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
    return page.getElementById("followed") || answer?.status === 404 ? page : null;
  };

  // The page of the event begins with the followed boards.
  let asked = 0;
  const boards = async () => {
    const mine = document.getElementById("mine");
    if (!mine) return;
    const followed = read();
    const call = (asked += 1);
    if (!followed.length) return mine.replaceChildren();
    const page = await told(followed);
    if (call !== asked) return;
    if (!page) return mine.querySelectorAll(".coming").forEach((place) => place.remove());
    const cards = [...page.querySelectorAll("#followed > .mine")];
    mine.replaceChildren(...cards);
    // Numbers and names may change, and an entry may be removed. The height reserves a card's place (mine.js).
    write(cards.map(({ dataset: { key, number, name }, offsetHeight: height }) => ({ key, number, name, height })));
    const all = mine.appendChild(document.createElement("p"));
    all.append(Object.assign(document.createElement("a"), { href: address(followed), textContent: mine.dataset.all }));
    buttons();
    document.body.dispatchEvent(new CustomEvent("boards:shown"));
  };

  const goOn = async () => {
    const followed = read();
    if (!unnamed || !followed.length) return;
    const page = await told(followed);
    if (page?.getElementById("followed")) location.replace(address(followed) + location.search);
    else if (page) write([]);
  };

  const show = () => {
    buttons();
    mark();
    boards();
  };
  show();
  goOn();
  document.body.addEventListener("live:changed", show);
})();
