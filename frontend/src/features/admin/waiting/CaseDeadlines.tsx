import { useId, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { CaseDeadline, CaseDesk } from "@/api/types";
import { Link } from "@/lib/router";
import { formatCount, lookUpLabel } from "@/lib/labels";
import { CONTACT_WARNING_MS, deadlineChip } from "@/parts/legalHelp/cases/deadline";
import { Button } from "@/ui/buttons/Button";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { deskPaths } from "../desk/deskPaths";
import { DriverLink } from "../table/cells/DriverLink";
import { DEADLINES, getDeadlines } from "./calls";
import css from "./WaitingSection.module.css";

const REFRESH_MS = 30_000;

/** Open deadlines of lawyers' cases. `isKnown` is true after a response or a failure. */
export function useCaseDeadlines() {
  const { data, error, mutate } = useSWR<CaseDesk, Error>(DEADLINES, getDeadlines, {
    refreshInterval: REFRESH_MS,
    refreshWhenHidden: false,
    ...REVALIDATE_ON_MOUNT,
  });
  return {
    desk: data,
    failed: error !== undefined && data === undefined,
    isKnown: data !== undefined || error !== undefined,
    retry: () => void mutate(),
  };
}

type Deadlines = ReturnType<typeof useCaseDeadlines>;

/** The counts of deadlines, each with its color: passed, until the end of today, and later. */
const COUNTS: readonly { name: "late" | "today" | "later"; tone: Tone; label: string }[] = [
  { name: "late", tone: "bad", label: "overdue" },
  { name: "today", tone: "warn", label: "today" },
  { name: "later", tone: "good", label: "later" },
];

const DEADLINE_NAMES: Readonly<Record<CaseDeadline["what"], string>> = {
  contact: "Contact the driver",
  accept: "A lawyer must accept",
  sign: "The driver must sign",
  update: "Update from the lawyer",
};

/** A button with three counts of case deadlines, which expands to a list of the next deadlines. */
export function CaseDeadlines({ desk, failed, retry }: Deadlines) {
  const [open, setOpen] = useState(false);
  const list = useId();
  if (failed)
    return (
      <p>
        We couldn’t load case deadlines.{" "}
        <Button variant="text" compact onClick={retry}>
          Retry
        </Button>
      </p>
    );
  if (!desk || desk.late + desk.today + desk.later === 0) return null;
  return (
    <>
      <Button
        variant="text"
        compact
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        onClick={() => setOpen(!open)}
      >
        Case deadlines
        {COUNTS.map(({ name, tone, label }) => (
          <Chip key={name} tone={desk[name] > 0 ? tone : "neutral"}>
            {formatCount(desk[name])} {label}
          </Chip>
        ))}
      </Button>
      {open && (
        <ol className={css.deadlines} id={list} aria-label="Next case deadlines">
          {desk.next.map((deadline) => (
            <Deadline key={`${deadline.what} ${deadline.id}`} deadline={deadline} />
          ))}
        </ol>
      )}
    </>
  );
}

function Deadline({ deadline: { id, userId, driverName, what, by } }: { deadline: CaseDeadline }) {
  const { tone, text } = deadlineChip(
    by,
    Date.now(),
    what === "contact" ? { warningMs: CONTACT_WARNING_MS } : {},
  );
  return (
    <li className={css.deadline}>
      <Chip tone={tone}>{text}</Chip>
      <span className={css.words}>{lookUpLabel(DEADLINE_NAMES, what) ?? what}</span>
      <DriverLink id={userId} name={driverName} />
      <Link to={deskPaths.hires({ q: String(id), row: id })}>View hire {id}</Link>
    </li>
  );
}
