import { useState } from "react";
import { SWRConfig } from "swr";
import type { User } from "@/api/types";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { useSession } from "@/parts/accounts/useSession";
import { BackLink } from "@/parts/BackLink";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import css from "./DuePage.module.css";
import { NextDue } from "./due/NextDue";
import { LazyDetails, useDetails } from "./LazyDetails";
import { REVALIDATE } from "./reread";
import { useRecord } from "./useRecord";

/** The page with all court dates and due items, in groups by date. */
export function DuePage() {
  useDocumentTitle("Everything You Owe");
  const { user } = useSession();
  return (
    <SWRConfig value={REVALIDATE}>
      <Page width="list" className={css.page}>
        <BackLink to={paths.profile()}>Driving Profile</BackLink>
        <h1>Everything You Owe</h1>
        {user && <DueList user={user} />}
      </Page>
    </SWRConfig>
  );
}

function DueList({ user }: { user: User }) {
  const record = useRecord(user, user.id);
  const [now] = useState(() => new Date());
  const lists = [record.tickets, record.appearances, record.parking, record.tolls];
  const failedLists = lists.filter((list) => list.error && !list.data);
  const retry = () => {
    for (const list of failedLists) void list.mutate();
  };
  const details = useDetails();
  const isEmpty = lists.every(({ data }) => data?.length === 0);
  return record.isPreparing && isEmpty ? (
    <EmptyState
      title="Your record is being prepared"
      action={
        <Link className={buttonClass()} to={paths.profile()}>
          Go to your driving profile
        </Link>
      }
    >
      Everything you owe shows up here once your record is ready.
    </EmptyState>
  ) : (
    <>
      {record.isPreparing && (
        <Alert tone="info" title="Your record is being prepared">
          Until it’s ready, this list has only what you added.
        </Alert>
      )}
      <NextDue record={record} now={now} onDetails={details.open} />
      {failedLists.length > 0 && (
        <Button
          variant="secondary"
          loading={failedLists.some((list) => list.isValidating)}
          onClick={retry}
        >
          Try again
        </Button>
      )}
      <LazyDetails ref={details.ref} now={now} />
    </>
  );
}
