// Comfort only: every page works without it. "/" goes to the search, "j" and "k" go through the list.
"use strict";
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (event.key === "/") {
    event.preventDefault();
    document.getElementById("find").focus();
  }
  if (event.key === "j" || event.key === "k") {
    const titles = [...document.querySelectorAll("a.row-title")];
    const next = titles.indexOf(document.activeElement) + (event.key === "j" ? 1 : -1);
    if (titles.length) titles[Math.max(0, Math.min(titles.length - 1, next))].focus();
  }
});
