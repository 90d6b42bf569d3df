import { useEffect, useState } from "react";
import { ApiError } from "@/api/client";
import type { Session } from "@/api/types";
import { logOut, renewSession } from "@/parts/accounts/auth";
import { sessionEnd, endsAtMaxSession } from "@/parts/accounts/sessionRecord";
import { describeFailureWithoutTitle } from "@/parts/failure";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Dialog } from "@/ui/overlays/Dialog";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; session: Session };

/**
 * Warns the user that the session is about to end. Closing the warning renews the session, unless
 * the session has reached its maximum duration.
 */
export default function SessionWarning({ open, onOpenChange, session }: Props) {
  const secondsLeft = useSecondsLeft(sessionEnd(session));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isFinal = endsAtMaxSession(session);

  /** Renews the session. If it has reached its maximum duration, only closes the warning. */
  async function stayLoggedIn() {
    if (busy) return;
    if (isFinal) return onOpenChange(false);
    setBusy(true);
    setFailure(null);
    try {
      await renewSession();
    } catch (error) {
      // Shows no error if the session has ended, because the screen redirects to the login anyway.
      if (!(error instanceof ApiError && error.status === 401))
        setFailure(describeFailureWithoutTitle(error));
    } finally {
      setBusy(false);
    }
  }
  async function logOutNow() {
    setBusy(true);
    await logOut();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={() => void stayLoggedIn()}
      title={isFinal ? "Please log in again soon" : "Are you still there?"}
      description={
        isFinal
          ? "You’ve been logged in for 12 hours, the longest we allow. Finish what you’re doing, then log in again."
          : "To keep your account safe, we log you out after a while without activity."
      }
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={() => void logOutNow()}>
            Log out now
          </Button>
          <Button
            data-first
            loading={busy}
            loadingText="One moment..."
            onClick={() => void stayLoggedIn()}
          >
            {isFinal ? "Got it" : "Stay logged in"}
          </Button>
        </>
      }
    >
      <p aria-hidden="true">
        You’ll be logged out in{" "}
        <strong>{secondsLeft === 1 ? "1 second" : `${secondsLeft} seconds`}</strong>
      </p>
      <p className="visually-hidden" role="status">
        You’ll be logged out in {roundForScreenReaders(secondsLeft)} seconds.
      </p>
      {failure && <Alert title="We couldn’t extend your session">{failure}</Alert>}
    </Dialog>
  );
}

/** The number of seconds that screen readers announce. The number changes only at 30 and 10, not every second. */
function roundForScreenReaders(secondsLeft: number): number {
  return [10, 30].find((threshold) => secondsLeft <= threshold) ?? 60;
}

/** Returns the seconds until `end`, a time in milliseconds since 1970. Updated every second. */
function useSecondsLeft(end: number): number {
  const seconds = () => Math.max(Math.ceil((end - Date.now()) / 1000), 0);
  const [secondsLeft, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `seconds` depends only on `end` and the clock
  useEffect(() => {
    setLeft(seconds());
    const timer = setInterval(() => setLeft(seconds()), 1000);
    return () => clearInterval(timer);
  }, [end]);
  return secondsLeft;
}
