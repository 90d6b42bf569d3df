import { type ReactNode, useId, useState } from "react";
import type { CaseActor, CaseEvent } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import css from "./CaseTimeline.module.css";
import { eventText } from "./caseLabels";

/** Number of events shown at first. */
const INITIAL_COUNT = 4;

const ACTORS: Readonly<Record<CaseActor, string>> = {
  driver: "Driver",
  lawyer: "Lawyer",
  staff: "Lanewise",
  system: "Lanewise",
};

type Props = {
  events: readonly CaseEvent[];
  formatTime: (at: string) => string;
  documents: (event: CaseEvent) => ReactNode;
  /** Whether the reader is the case's driver, whom the texts then call "you". */
  isForDriver?: boolean;
  /** Shown instead of a note that the reader may not see. The default text is for a later lawyer of the case. */
  hiddenNoteText?: string;
};

const EARLIER_NOTE = "This note is between the driver and their earlier lawyer.";

/** What happened in a case, newest first. */
export function CaseTimeline(props: Props) {
  const { events, formatTime, documents, isForDriver = false } = props;
  const { hiddenNoteText = EARLIER_NOTE } = props;
  const [showsAll, setShowsAll] = useState(false);
  const list = useId();
  const newest = [...events].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
  const visible = showsAll ? newest : newest.slice(0, INITIAL_COUNT);
  return (
    <div className={css.timeline}>
      <h3 className={css.title}>What happened</h3>
      {newest.length === 0 ? (
        <p className={css.meta}>Nothing yet.</p>
      ) : (
        <ol className={css.events} id={list}>
          {visible.map((event) => (
            <li key={event.id} className={css.event}>
              <p className={css.what}>{eventText(event, isForDriver)}</p>
              <p className={css.meta}>
                <time dateTime={event.at}>{formatTime(event.at)}</time> ·{" "}
                {event.actorName ?? ACTORS[event.actor]}
              </p>
              {event.note && <p className={css.note}>{event.note}</p>}
              {event.isNoteHidden && <p className={css.meta}>{hiddenNoteText}</p>}
              {event.files.length > 0 && documents(event)}
            </li>
          ))}
        </ol>
      )}
      {newest.length > INITIAL_COUNT && (
        <Button
          variant="text"
          compact
          aria-expanded={showsAll}
          aria-controls={list}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? "Show fewer" : `Show all ${newest.length}`}
        </Button>
      )}
    </div>
  );
}
