// While the offline page is shown, checks every few seconds whether the server can be reached, and then loads the real page.
const LOOK_MS = 3000;

async function look() {
  const answer = await fetch("/favicon.svg", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

addEventListener("online", look);
setInterval(() => navigator.onLine && !document.hidden && look(), LOOK_MS);
