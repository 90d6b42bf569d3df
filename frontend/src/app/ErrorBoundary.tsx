import { Component, type ErrorInfo, type ReactNode } from "react";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Page } from "@/ui/layout/Page";

type Props = { children: ReactNode /** Going elsewhere is another try. */; at: string };

/** The last resort: a screen that failed to load or to draw says so, instead of an empty page. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error("a screen failed", error, info.componentStack);
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.at !== this.props.at) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Page width="narrow">
        <h1 className="visually-hidden">Something went wrong</h1>
        {/* A reload, not a re-render: after a deploy the old files may be gone. */}
        <ErrorState title="This page couldn’t be shown" onRetry={() => window.location.reload()}>
          Nothing was lost, and nothing was paid twice. Try again, or come back in a minute.
        </ErrorState>
      </Page>
    );
  }
}
