import { Component, type ErrorInfo, type ReactNode } from "react";
import { reloadOnce } from "@/lib/lazy/reloadOnce";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Page } from "@/ui/layout/Page";

type Props = {
  children: ReactNode;
  /** Path of the screen. A new path clears the error. */
  path: string;
};

/** Thrown if a screen's code or style failed to load. */
export class ScreenLoadError extends Error {
  constructor(
    module: string,
    /** Creates the lazy component again, because React never retries a rejected promise. */
    readonly renew: () => void,
    cause: unknown,
  ) {
    super(`${module} did not load`, { cause });
  }
}

type State = { failed: boolean; error?: unknown };

/**
 * Modules of screens that failed to load. If one of them fails again while online, the page
 * reloads, because some browsers never request a failed script again.
 */
const failedModules = new Set<string>();

/** Shows an error instead of an empty page if a screen fails to load or render. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error("a screen failed", error, info.componentStack);
    if (!(error instanceof ScreenLoadError)) return;
    if (failedModules.has(error.message) && navigator.onLine) window.location.reload();
    else void reloadOnce();
    failedModules.add(error.message);
  }

  /** Reloads the page when the network is back, if a screen's code or style failed to load. */
  onOnline = () => {
    if (this.state.error instanceof ScreenLoadError) window.location.reload();
  };

  override componentDidMount() {
    window.addEventListener("online", this.onOnline);
  }

  override componentWillUnmount() {
    window.removeEventListener("online", this.onOnline);
  }

  override componentDidUpdate(previousProps: Props, { failed, error }: State) {
    if (!failed || previousProps.path === this.props.path) return;
    if (error instanceof ScreenLoadError) error.renew();
    this.setState({ failed: false, error: undefined });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Page width="narrow">
        <h1 className="visually-hidden">Something went wrong</h1>
        {/* Reloads instead of rendering again, because a deploy may have removed the files of this version. */}
        <ErrorState title="We couldn’t show this page" onRetry={() => window.location.reload()}>
          Nothing was lost. Try again, or come back in a minute.
        </ErrorState>
      </Page>
    );
  }
}
