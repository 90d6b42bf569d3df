import Monitor from "lucide-react/icons/monitor";
import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import useSWR from "swr";
import { OWN_SESSIONS_KEY } from "@/api/keys";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { OwnSession } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { getOwnSessions } from "../calls";
import css from "./AccountPage.module.css";
import type { SessionsToEnd } from "./EndSessionsDialog";

/** Formats a time as "3:07 AM" if it is today, otherwise as "Nov 21, 3:07 AM". */
function formatTime(iso: string): string {
  const time = new Date(iso);
  const isToday = time.toDateString() === new Date().toDateString();
  return time.toLocaleString("en-US", {
    ...(!isToday && { month: "short", day: "numeric" }),
    hour: "numeric",
    minute: "2-digit",
  });
}

const loadEnding = () => import("./EndSessionsDialog");

/** The user's sessions, this device first. */
export function SessionsSection() {
  const { data, error, isValidating, mutate } = useSWR(OWN_SESSIONS_KEY, getOwnSessions, {
    // Sessions can start and end on other devices, so the list is revalidated on every mount.
    ...REVALIDATE_ON_MOUNT,
  });
  const [ending, setEnding] = useState<SessionsToEnd | null>(null);
  const sessions = data && [...data].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));

  const removeEnded = (ended: SessionsToEnd) =>
    void mutate(
      (list) => list?.filter((one) => (ended === "others" ? one.isCurrent : one.id !== ended.id)),
      { revalidate: false },
    );
  return (
    <Card title="Where you’re logged in" flush>
      {sessions && (
        <ul>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={setEnding} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <div className={css.all}>
          <Button
            variant="secondary"
            block
            aria-haspopup="dialog"
            onClick={() => setEnding("others")}
          >
            Log out all other devices
          </Button>
        </div>
      )}
      {!sessions && error && (
        <FailureNotice
          title="We couldn’t load your sessions"
          {...{ error, mutate, isValidating }}
        />
      )}
      {!sessions && !error && <Loading label="Loading your sessions" height="4rem" />}
      <LazyDialog
        load={loadEnding}
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        sessions={ending ?? "others"}
        onEnded={removeEnded}
      />
    </Card>
  );
}

type RowProps = { session: OwnSession; onEnd: (ending: SessionsToEnd) => void };

function SessionRow({ session, onEnd }: RowProps) {
  const device = session.device ?? "Unknown device";
  const Icon = /iPhone|iPad|Android|Phone/.test(device) ? Smartphone : Monitor;
  return (
    <li className={css.session}>
      <Icon size={22} aria-hidden="true" />
      <div>
        <p className={css.device}>{device}</p>
        <p className={css.when}>
          Last active {formatTime(session.lastActivity)} · logged in {formatTime(session.loginTime)}
        </p>
      </div>
      {session.isCurrent ? (
        <Chip tone="good">This device</Chip>
      ) : (
        <Button
          variant="text"
          compact
          aria-haspopup="dialog"
          aria-label={`Log out: ${device}, logged in ${formatTime(session.loginTime)}`}
          onClick={() => onEnd({ id: session.id, device })}
        >
          Log out
        </Button>
      )}
    </li>
  );
}
