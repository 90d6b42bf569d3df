import { Chip } from "@/ui/feedback/Chip";
import css from "./live.module.css";
import type { Person, RecentChange } from "./liveDesk";
import { useMemberNames } from "./useMemberNames";

/** Chip in a row that was added or changed while the list was open. */
export function RecentChangeChip({ change, isNew }: { change: RecentChange; isNew: boolean }) {
  const nameOfMember = useMemberNames(change.by !== null);
  const text = isNew
    ? "New"
    : change.by === null
      ? "Changed"
      : `Changed by ${nameOfMember(change.by)}`;
  return (
    <Chip tone="info" className={css.chip}>
      {text}
    </Chip>
  );
}

/** Lists other staff who have this record open. */
export function OtherViewers({ people }: { people: readonly Person[] }) {
  const nameOfMember = useMemberNames(people.length > 0);
  return (
    <p className={css.people} role="status">
      {people.map(({ userId, isTyping }) => (
        <span key={userId}>
          {nameOfMember(userId)} {isTyping ? "is typing…" : "has this open too"}
        </span>
      ))}
    </p>
  );
}
