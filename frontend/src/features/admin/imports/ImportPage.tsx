import { useEffect, useRef } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Import } from "@/api/types";
import { Link, useNavigate, useSearchParams } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { buttonClass } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Desk } from "../desk/Desk";
import { deskPaths } from "../desk/deskPaths";
import { getImport, IMPORTS_KEY } from "./calls";
import { Columns } from "./columns/Columns";
import { History } from "./History";
import css from "./ImportPage.module.css";
import { ImportProgress } from "./ImportProgress";
import { ImportResult } from "./ImportResult";
import { Preview } from "./Preview";
import { Upload } from "./Upload";

/** The page for importing citations from a CSV file. Staff upload it, match its columns, check errors and confirm. */
export default function ImportPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const id = Number(query.get("import"));
  return (
    <Desk title="Import citations">
      <div className={css.page}>
        {Number.isInteger(id) && id > 0 ? (
          <ImportSteps key={id} id={id} />
        ) : (
          <>
            <Upload onUploaded={(created) => navigate(deskPaths.import({ import: created.id }))} />
            <History />
          </>
        )}
      </div>
    </Desk>
  );
}

const RUNNING_STATUSES = ["checking", "storing"];
const POLL_MS = 700;
const isRunning = (current: Import | undefined) =>
  current !== undefined && RUNNING_STATUSES.includes(current.status);

function ImportSteps({ id }: { id: number }) {
  const { data, error, isValidating, mutate } = useSWR([IMPORTS_KEY, id], () => getImport(id), {
    ...REVALIDATE_ON_MOUNT,
    refreshInterval: (latest) => (isRunning(latest) ? POLL_MS : 0),
  });
  // After a failure, polls here, because SWR then stops refreshing.
  useEffect(() => {
    if (!error || !isRunning(data)) return;
    const again = setInterval(() => void mutate(), 2 * POLL_MS);
    return () => clearInterval(again);
  }, [error, data, mutate]);
  const state = useFocusOnChange(data?.status);

  if (!data)
    return <ImportNotShown error={error} onRetry={() => void mutate()} retrying={isValidating} />;
  const storeChange = (changed: Import) => void mutate(changed, { revalidate: true });
  return (
    <div className={`${css.page} ${css.state}`} ref={state} tabIndex={-1}>
      <Step current={data} isLost={Boolean(error)} onChanged={storeChange} />
    </div>
  );
}

/** Moves the focus to the next step when the status changes, because the focused element disappears with its step. */
function useFocusOnChange(status: string | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const previousStatus = useRef(status);
  useEffect(() => {
    const isNext = previousStatus.current !== undefined && previousStatus.current !== status;
    previousStatus.current = status;
    // Moves the focus only if no other element has it.
    if (isNext && document.activeElement === document.body) box.current?.focus();
  }, [status]);
  return box;
}

type StepProps = { current: Import; isLost: boolean; onChanged: (changed: Import) => void };

function Step({ current, isLost, onChanged }: StepProps) {
  switch (current.status) {
    case "uploaded":
      return <Columns current={current} onChanged={onChanged} />;
    case "checking":
    case "storing":
      return <ImportProgress current={current} hasPollFailed={isLost} onChanged={onChanged} />;
    case "checked":
      return <Preview current={current} onChanged={onChanged} />;
    case "stored":
    case "failed":
    case "cancelled":
      return <ImportResult current={current} onChanged={onChanged} />;
    default:
      current.status satisfies never;
      return <ImportResult current={current} onChanged={onChanged} />;
  }
}

type MissingProps = { error: unknown; onRetry: () => void; retrying: boolean };

/** Shown until the import has loaded, if it failed to load, or if it doesn't exist. */
function ImportNotShown({ error, onRetry, retrying }: MissingProps) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        title="We couldn’t find that import"
        action={
          <Link className={buttonClass()} to={deskPaths.import()}>
            Import a file
          </Link>
        }
      >
        Check the past imports, or upload the file again.
      </EmptyState>
    );
  }
  return error ? (
    <FailureNotice
      title="We couldn’t load the import"
      error={error}
      mutate={onRetry}
      isValidating={retrying}
    />
  ) : (
    <Loading label="Loading import" height="16rem" />
  );
}
