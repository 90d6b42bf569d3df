import Scale from "lucide-react/icons/scale";
import { useEffect, useState } from "react";
import { paths } from "@/lib/paths";
import { Link, useScrollToFragment } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { FailureNotice } from "@/parts/FailureNotice";
import { handlingOf } from "@/parts/legalHelp/cases/caseLabels";
import { CANCELLATION_WINDOW } from "@/parts/legalHelp/claims";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import { useCases } from "./cases/useCases";
import { HireCard } from "./HireCard";
import css from "./LegalHelpPage.module.css";
import { useHires } from "./useHires";

const CLOCK_INTERVAL_MS = 15_000;

/** The driver's hires, newest first, each with its status, the driver's contact and a button to cancel in time. */
export default function LegalHelpPage() {
  useDocumentTitle("Your Legal Help");
  const { hires, error, retry, retrying, hasMore, moreState, loadMore, storeHire } = useHires();
  const cases = useCases(hires?.some((hire) => handlingOf(hire) === "matched") ?? false);
  const now = useNow();
  useScrollToFragment(hires !== undefined);
  return (
    <Page className={css.page}>
      <h1>Your Legal Help</h1>
      {hires?.length === 0 && <NoHires />}
      {hires && hires.length > 0 && (
        <ul className={css.list}>
          {hires.map((hire) => (
            <li key={hire.id} id={`hire-${hire.id}`}>
              <HireCard
                hire={hire}
                cases={cases}
                now={now}
                onChanged={storeHire}
                onCaseChanged={retry}
              />
            </li>
          ))}
        </ul>
      )}
      {moreState === "failed" && <Alert>We couldn’t load earlier cases. Please try again.</Alert>}
      {hasMore && (
        <Button variant="secondary" loading={moreState === "busy"} onClick={loadMore}>
          Show earlier cases
        </Button>
      )}
      {!hires && error && <FailureNotice error={error} mutate={retry} isValidating={retrying} />}
      {!hires && !error && <Loading label="Loading your legal help" height="15rem" />}
    </Page>
  );
}

function NoHires() {
  return (
    <EmptyState
      icon={<Scale aria-hidden="true" />}
      title="No lawyer hired yet"
      action={
        <Link className={buttonClass()} to={paths.profile()}>
          See your tickets
        </Link>
      }
    >
      After you hire a lawyer for a ticket, you can follow the case here. You can cancel for a full
      refund within {CANCELLATION_WINDOW}.
    </EmptyState>
  );
}

/** The current time, updated a few times a minute for the countdown in minutes. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), CLOCK_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
