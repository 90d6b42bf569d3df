import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { reloadDocument } from "@/lib/openDocument";
import { needsOwnDocument } from "@/lib/router";
import { ForVisitors } from "./ForVisitors";
import { RequireSession } from "./RequireSession";
import { ScreenLoading } from "./ScreenLoading";
import { routeAt } from "./screens";
import { useScreenFocus } from "./useScreenFocus";

type Wrapper = ComponentType<{ children: ReactNode }>;

const WRAPPERS = {
  visitors: ForVisitors,
  anyone: ({ children }) => children,
  users: RequireSession,
} satisfies Record<ReturnType<typeof routeAt>["audience"], Wrapper>;

/**
 * The screen at the current address. One Suspense boundary surrounds all screens, so that a
 * navigation keeps the old screen until the new one has loaded.
 */
export function AppRoutes() {
  const location = useLocation();
  const { screen: Content, audience } = routeAt(location);
  if (needsOwnDocument(location.pathname)) return <Reload />;
  const Frame: Wrapper = WRAPPERS[audience];
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Frame>
        <LoadedScreen>
          <Content />
        </LoadedScreen>
      </Frame>
    </Suspense>
  );
}

/** Reloads the document, because the browser entered or left the payment page without loading a new one. */
function Reload() {
  useEffect(reloadDocument, []);
  return <ScreenLoading />;
}

/**
 * Calls useScreenFocus for a screen. Inside the Suspense boundary, the hook's effects run after the screen's code has
 * loaded.
 */
function LoadedScreen({ children }: { children: ReactNode }) {
  useScreenFocus();
  return children;
}
