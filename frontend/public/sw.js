// The service worker: shows its own page when the browser is offline, and the reminder to finish signing up. It caches only
// that page and its script: no API responses, screens or other scripts. The build sets the version from the files' content.
const VERSION = "__VERSION__";
const KEPT = `lanewise-offline-${VERSION}`;
const OFFLINE = "/offline.html";
const OFFLINE_SCRIPT = "/offline.js";
const REMINDER = "signup-return";
const REMINDER_MS = 5000;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await cache.addAll([OFFLINE, OFFLINE_SCRIPT].map((kept) => new Request(kept, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const tidy = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(tidy());
});

self.addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  if (url === new URL(OFFLINE_SCRIPT, self.location.origin).href) {
    const kept = async () => (await caches.match(OFFLINE_SCRIPT)) ?? fetch(event.request);
    event.respondWith(kept());
    return;
  }
  if (mode !== "navigate" || method !== "GET") return;
  const offline = async () => (await caches.match(OFFLINE)) ?? Response.error();
  event.respondWith(fetch(event.request).catch(offline));
});

self.addEventListener("message", (event) => {
  if (event.data !== REMINDER) return;
  const remind = async () => {
    await self.registration.showNotification("Finish signing up", {
      body: "Your Lanewise account is almost ready. Pick up where you left off.",
      tag: REMINDER,
      icon: "/icon-192.png",
    });
    await new Promise((over) => setTimeout(over, REMINDER_MS));
    const shown = await self.registration.getNotifications({ tag: REMINDER });
    for (const one of shown) one.close();
  };
  event.waitUntil(remind());
});

self.addEventListener("notificationclick", (event) => {
  if (event.notification.tag !== REMINDER) return;
  event.notification.close();
  const open = async () => {
    const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const signup = tabs.find((tab) => new URL(tab.url).pathname === "/signup");
    // Other Lanewise tabs aren't navigated, because the user may have typed something there.
    await (signup ? signup.focus() : self.clients.openWindow("/signup"));
  };
  event.waitUntil(open());
});
