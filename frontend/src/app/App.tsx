import { BrowserRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { SWR_CONFIG } from "@/api/hooks";
import { ErrorBoundary } from "./ErrorBoundary";
import { Help } from "./Help";
import { LatePixel } from "./LatePixel";
import { LateToaster } from "./LateToaster";
import { AppRoutes } from "./routes";
import { Shell } from "./Shell";

export function App() {
  return (
    <SWRConfig value={SWR_CONFIG}>
      <BrowserRouter>
        <Shell>
          <Screens />
          <LatePixel />
        </Shell>
        <Help />
        <LateToaster />
      </BrowserRouter>
    </SWRConfig>
  );
}

function Screens() {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary at={pathname}>
      <AppRoutes />
    </ErrorBoundary>
  );
}
