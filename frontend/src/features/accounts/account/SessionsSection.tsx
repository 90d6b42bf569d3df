import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import useSWR from "swr";
import { deleteOtherSessions, deleteSession, getOwnSessions } from "../calls";
import { OWN_SESSIONS_KEY } from "@/api/keys";
import type { OwnSession } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { Chip } from "@/ui/feedback/Chip";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { toast } from "@/ui/overlays/toast";
import css from "./AccountPage.module.css";
import { failureText } from "@/parts/forms/useSubmit";

/** "3:07 AM" today, "Nov 21, 3:07 AM" on another day. */
function moment(iso: string): string {
  const time = new Date(iso);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString("en-US", {
    ...(!isToday && { month: "short", day: "numeric" }),
    hour: "numeric",
    minute: "2-digit",
  });
}

const fail = (error: unknown) =>
  toast({ title: "Error", description: failureText(error), variant: "destructive" });

/** Where the person is logged in, this device first. */
export function SessionsSection() {
  const { data, error, isValidating, mutate } = useSWR(OWN_SESSIONS_KEY, getOwnSessions, {
    // Other sessions come and go.
    revalidateOnMount: true,
  });
  const [busy, setBusy] = useState(false);
  const sessions = data && [...data].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));

  async function endOthers() {
    setBusy(true);
    try {
      await deleteOtherSessions();
      await mutate((list) => list?.filter((one) => one.isCurrent), { revalidate: false });
      toast({ title: "Other Sessions Ended", description: "You are logged in here alone." });
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card title="Where you’re logged in" flush>
      {sessions && (
        <ul className={css.list}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnded={() =>
                mutate((list) => list?.filter(({ id }) => id !== session.id), {
                  revalidate: false,
                })
              }
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <div className={css.all}>
          <Button variant="secondary" block loading={busy} onClick={() => void endOthers()}>
            End all other sessions
          </Button>
        </div>
      )}
      {!sessions && error && (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          Your sessions could not be listed. Nothing was changed.
        </ErrorState>
      )}
      {!sessions && !error && (
        <Loading label="Loading your sessions">
          <Skeleton height="4rem" />
        </Loading>
      )}
    </Card>
  );
}

type RowProps = { session: OwnSession; onEnded: () => Promise<unknown> };

function SessionRow({ session, onEnded }: RowProps) {
  const [busy, setBusy] = useState(false);
  const device = session.device ?? "Unknown device";
  const Icon = /iPhone|iPad|Android|Phone/.test(device) ? Smartphone : Monitor;

  async function end() {
    setBusy(true);
    try {
      await deleteSession(session.id);
      await onEnded();
      toast({ title: "Session Ended", description: `${device} is logged out.` });
    } catch (error) {
      setBusy(false);
      fail(error);
    }
  }
  return (
    <li className={css.session}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <p className={css.device}>{device}</p>
        <p className={css.when}>
          Active {moment(session.lastActivity)} · since {moment(session.loginTime)}
        </p>
      </div>
      {session.isCurrent ? (
        <Chip tone="good">This device</Chip>
      ) : (
        <Button
          variant="text"
          compact
          loading={busy}
          aria-label={`End session: ${device}, since ${moment(session.loginTime)}`}
          onClick={() => void end()}
        >
          End
        </Button>
      )}
    </li>
  );
}
