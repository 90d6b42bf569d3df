import { BrowserRouter, useLocation } from "react-router-dom";
import { SWRConfig } from "swr";
import { SWR_CONFIG } from "@/api/read";
import { ErrorBoundary } from "./ErrorBoundary";
import { Help } from "@/app/late/Help";
import { LatePixel } from "@/app/late/LatePixel";
import { LateToaster } from "@/app/late/LateToaster";
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
