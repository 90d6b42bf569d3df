import "./core";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { endSessionOn401 } from "@/parts/accounts/auth";
import { clearItemsOnPageRestore } from "@/parts/drivingRecord/clearItems";
import { App } from "./App";
import { preloadScreen } from "./screens";
import { takeInlineResponses } from "./startup/inlineResponses";
import { isShellOnly, matchesPrerendered, recordInput } from "./startup/prerendered";
import { recordClicks } from "./startup/replayClicks";
import { removePrerendered } from "./startup/rerender";

const SKELETON_DELAY_MS = 300;

/**
 * Registers the service worker, which shows the offline page and the sign-up reminder. The page works without the
 * worker.
 */
function registerWorker(): void {
  navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(console.warn);
}

async function startApp(container: HTMLElement): Promise<void> {
  endSessionOn401();
  clearItemsOnPageRestore();
  takeInlineResponses();
  if (isShellOnly(container)) recordClicks();
  const app = (
    <StrictMode>
      <App router={BrowserRouter} />
    </StrictMode>
  );
  const screen = preloadScreen(window.location).catch(() => undefined);
  if (matchesPrerendered(container)) {
    recordInput(container);
    await screen;
    // Hydrates as a transition, so that typing and scrolling don't wait until all is hydrated.
    startTransition(() => {
      hydrateRoot(container, app);
    });
    return;
  }
  // React clears the container when it renders, so a prerendered shell stays visible until then.
  if (!isShellOnly(container)) removePrerendered(container);
  // A screen that loads fast renders once, without a skeleton. A slow screen shows its skeleton after
  // SKELETON_DELAY_MS.
  const skeletonDelay = new Promise((resolve) => setTimeout(resolve, SKELETON_DELAY_MS));
  await Promise.race([screen, skeletonDelay]);
  startTransition(() => createRoot(container).render(app));
}

function start(): void {
  // On a prerendered screen, the load event may have fired before this script runs.
  if (document.readyState === "complete") registerWorker();
  else window.addEventListener("load", registerWorker);
  const root = document.getElementById("root");
  if (!root) throw new Error("index.html has no #root");
  void startApp(root);
}

// Prerendering loads this module too (scripts/entry-first.mjs), but has no document.
if (typeof document !== "undefined") start();
