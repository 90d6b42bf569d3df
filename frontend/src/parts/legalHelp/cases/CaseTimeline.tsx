import { useId, useState } from "react";
import type { CaseActor, CaseEvent } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import css from "./CaseTimeline.module.css";
import { eventText } from "./words";

/** Number of events shown at first. */
const SHOWN = 4;

const ACTORS: Readonly<Record<CaseActor, string>> = {
  driver: "Driver",
  lawyer: "Lawyer",
  staff: "Lanewise",
  system: "Lanewise",
};

type Props = {
  events: readonly CaseEvent[];
  formatTime: (at: string) => string;
};

/** What happened in a case, newest first. */
export function CaseTimeline({ events, formatTime }: Props) {
  const [all, setAll] = useState(false);
  const list = useId();
  const newest = [...events].sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.id - a.id);
  const shown = all ? newest : newest.slice(0, SHOWN);
  return (
    <div className={css.timeline}>
      <h3 className={css.title}>What happened</h3>
      {newest.length === 0 ? (
        <p className={css.meta}>Nothing yet.</p>
      ) : (
        <ol className={css.events} id={list}>
          {shown.map((event) => (
            <li key={event.id} className={css.event}>
              <p className={css.what}>{eventText(event)}</p>
              <p className={css.meta}>
                <time dateTime={event.at}>{formatTime(event.at)}</time> ·{" "}
                {event.actorName ?? ACTORS[event.actor]}
              </p>
              {event.note && <p className={css.note}>{event.note}</p>}
            </li>
          ))}
        </ol>
      )}
      {newest.length > SHOWN && (
        <Button
          variant="text"
          compact
          aria-expanded={all}
          aria-controls={list}
          onClick={() => setAll(!all)}
        >
          {all ? "Show fewer" : `Show all ${newest.length}`}
        </Button>
      )}
    </div>
  );
}
