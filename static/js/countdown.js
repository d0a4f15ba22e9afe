// The time until a round begins, or until a deadline for errors: counted here, because the page is made once for all readers.
(() => {
  "use strict";
  const inDays = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "day", unitDisplay: "long" });
  const two = (number) => String(number).padStart(2, "0");
  const tell = () => {
    for (const time of document.querySelectorAll("time[data-countdown]")) {
      const place = time.parentElement.querySelector(".left");
      if (!place) continue;
      // By the server's clock, if the page knows the difference to this machine's clock (screen.js).
      const now = Date.now() + Number(document.documentElement.dataset.ahead || 0);
      const seconds = Math.round((new Date(time.dateTime) - now) / 1000);
      // More than a day away, only the days are shown.
      const days = Math.floor(seconds / 86400);
      const hours = Math.floor(seconds / 3600);
      const minutes = Math.floor(seconds / 60) % 60;
      const clock = `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
      // After a start nothing is shown; after a deadline, a word.
      const said = seconds <= 0 ? time.dataset.over : `${days > 1 ? inDays.format(days) : clock} ${time.dataset.left}`.trim();
      const text = said && !("bare" in place.dataset) ? `(${said})` : said;
      if (place.textContent !== text) place.textContent = text;
    }
  };
  tell();
  setInterval(tell, 1000);
  for (const change of ["htmx:afterSettle", "live:changed"]) document.body.addEventListener(change, tell);
})();
