// Whom this phone follows stays on it: the server is told no more than which boards to show, as by a link. Without
// this script the address of those boards is the place to keep them.
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
      // Nothing can be kept in this browser: the link still can.
    }
  };
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
    // An address names twelve at most: the one who was followed first gives way.
    const stops = others.length < read().length;
    write(stops ? others : [...others, { key, number, name }].slice(-12));
    show();
    // The page of boards has those of its address: whoever is followed from there joins or leaves it.
    if (!document.getElementById("followed")) return;
    const rest = [...document.querySelectorAll("#followed > .mine")].map((board) => board.dataset).filter((board) => board.key !== key);
    const next = stops ? rest : [...rest, { key }].slice(-12);
    location.assign(next.length ? address(next) : base);
  });

  // The line of whom one follows, in every list: who has their number and their name. A screen reader calls the name
  // the current one.
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

  // The page of the event opens on one's boards.
  let asked = 0;
  const boards = async () => {
    const mine = document.getElementById("mine");
    if (!mine) return;
    const followed = read();
    const call = (asked += 1);
    if (!followed.length) return mine.replaceChildren();
    const answer = await fetch(address(followed), { cache: "no-cache" }).catch(() => null);
    if (call !== asked) return;
    const told = new DOMParser().parseFromString((await answer?.text()) ?? "", "text/html");
    // With 404 nobody of them is in the list any more. Whatever else came instead, as the page of a network that wants
    // to be logged in to, says nothing of whom one follows.
    if (!told.getElementById("followed") && answer?.status !== 404) return mine.querySelectorAll(".coming").forEach((place) => place.remove());
    const cards = [...told.querySelectorAll("#followed > .mine")];
    mine.replaceChildren(...cards);
    // Numbers and names may change, and an entry may be taken out. The height keeps a card's place (mine.js).
    write(cards.map(({ dataset: { key, number, name }, offsetHeight: height }) => ({ key, number, name, height })));
    const all = mine.appendChild(document.createElement("p"));
    all.append(Object.assign(document.createElement("a"), { href: address(followed), textContent: mine.dataset.all }));
    buttons();
    document.body.dispatchEvent(new CustomEvent("boards:shown"));
  };

  const show = () => {
    buttons();
    mark();
    boards();
  };
  show();
  document.body.addEventListener("live:changed", show);
})();
