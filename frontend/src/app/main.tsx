import "./core";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { endSessionWhenRefused } from "@/parts/accounts/auth";
import { forgetItemsWhenShownAgain } from "@/parts/drivingRecord/fresh";
import { App } from "./App";
import { dropDrawn } from "./first/anew";
import { isAsDrawn, isFramed, noteTyped } from "./first/drawn";
import { preloadScreen } from "./screens";

const PATIENCE_MS = 300;

/** The page works without it: it is for a lost network and the signup's reminder. */
function registerWorker(): void {
  navigator.serviceWorker?.register("/sw.js", { updateViaCache: "none" }).catch(console.warn);
}

// Where the build has drawn the screen, the document may be complete before this runs.
if (document.readyState === "complete") registerWorker();
else window.addEventListener("load", registerWorker);

async function start(container: HTMLElement): Promise<void> {
  endSessionWhenRefused();
  forgetItemsWhenShownAgain();
  const app = (
    <StrictMode>
      <App router={BrowserRouter} />
    </StrictMode>
  );
  const screen = preloadScreen(window.location).catch(() => undefined);
  if (isAsDrawn(container)) {
    noteTyped(container);
    await screen;
    // In slices: who types or scrolls meanwhile does not wait for all of it.
    startTransition(() => {
      hydrateRoot(container, app);
    });
    return;
  }
  // React clears the container in the moment in which its own is there.
  if (!isFramed(container)) dropDrawn(container);
  // A quick screen draws once, without a skeleton in between; a slow one shows its skeleton meanwhile.
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([screen, patience]);
  startTransition(() => createRoot(container).render(app));
}

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
void start(root);
