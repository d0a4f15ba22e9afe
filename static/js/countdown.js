// How long errors can still be reported: counted here, as the public's copy of the page is made once for all.
(() => {
  "use strict";
  const two = (number) => String(number).padStart(2, "0");
  const tell = () => {
    for (const time of document.querySelectorAll("time[data-countdown]")) {
      const place = time.parentElement.querySelector(".left");
      if (!place) continue;
      const seconds = Math.round((new Date(time.dateTime) - Date.now()) / 1000);
      const hours = Math.floor(seconds / 3600);
      const minutes = Math.floor(seconds / 60) % 60;
      const text = seconds <= 0
        ? `(${time.dataset.over})`
        : `(${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)} ${time.dataset.left})`;
      if (place.textContent !== text) place.textContent = text;
    }
  };
  tell();
  setInterval(tell, 1000);
  document.body.addEventListener("htmx:afterSettle", tell);
})();
