import type { ComponentType, ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { SWR_CONFIG } from "@/api/useRead";
import { Help } from "@/app/lazy/Help";
import { LazyPixel } from "@/app/lazy/LazyPixel";
import { LazyToaster } from "@/app/lazy/LazyToaster";
import { ErrorBoundary } from "./ErrorBoundary";
import { AppRoutes } from "./routes";
import { Shell } from "./shell/Shell";

type Props = {
  /** BrowserRouter in the browser, or a static router during prerendering. */
  router: ComponentType<{ children: ReactNode }>;
};

export function App({ router: Router }: Props) {
  return (
    <SWRConfig value={SWR_CONFIG}>
      <Router>
        <Shell>
          <Screens />
          <LazyPixel />
        </Shell>
        <Help />
        <LazyToaster />
      </Router>
    </SWRConfig>
  );
}

function Screens() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary path={pathname}>
      <AppRoutes />
    </ErrorBoundary>
  );
}
