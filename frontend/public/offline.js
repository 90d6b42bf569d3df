// The page that stands in without a network looks for it every few seconds, and loads the real page once it is back.
const LOOK_MS = 3000;

async function look() {
  const answer = await fetch("/favicon.svg", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

addEventListener("online", look);
setInterval(() => navigator.onLine && !document.hidden && look(), LOOK_MS);
