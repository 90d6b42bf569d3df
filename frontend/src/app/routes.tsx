import { type ComponentType, type ReactNode, Suspense, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { reloadDocument } from "@/lib/openDocument";
import { needsOwnDocument } from "@/lib/router";
import { ForVisitors } from "./ForVisitors";
import { RequireSession } from "./RequireSession";
import { ScreenLoading } from "./ScreenLoading";
import { placeAt } from "./screens";
import { useScreenFocus } from "./useScreenFocus";

type Frame = ComponentType<{ children: ReactNode }>;

const FRAMES = {
  visitors: ForVisitors,
  anyone: ({ children }) => children,
  users: RequireSession,
} satisfies Record<ReturnType<typeof placeAt>["who"], Frame>;

/** One boundary around all screens: a navigation keeps the old one until the new one is there. */
export function AppRoutes() {
  const location = useLocation();
  const { screen: Content, who } = placeAt(location);
  if (needsOwnDocument(location.pathname)) return <Reload />;
  const Frame: Frame = FRAMES[who];
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Frame>
        <Arrived>
          <Content />
        </Arrived>
      </Frame>
    </Suspense>
  );
}

/** The browser went to the payment page, or away from it, within one document. */
function Reload() {
  useEffect(reloadDocument, []);
  return <ScreenLoading />;
}

/** Beside the screen in the tree, so that it acts once the screen's code is there. */
function Arrived({ children }: { children: ReactNode }) {
  useScreenFocus();
  return children;
}
