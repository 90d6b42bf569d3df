import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import { useRef } from "react";
import { Link, useLocation } from "@/lib/router";
import { SidePanel } from "@/ui/desk/SidePanel";
import { Alert } from "@/ui/feedback/Alert";
import { deskPaths, opensForReply } from "../../desk/deskPaths";
import { formatDriverName } from "../../desk/driver";
import { OtherViewers } from "../../desk/live/RecentChangeChip";
import { currentLiveDesk } from "../../desk/live/useLiveDesk";
import { useOtherViewers } from "../../desk/live/useOtherViewers";
import { useActions } from "../actions";
import type { Declaration, Row } from "../declaration";
import { canHaveNotes, Notes } from "../notes/Notes";
import { Facts } from "./Facts";
import { History } from "./History";
import icon from "@/ui/buttons/iconButton.module.css";
import { cx } from "@/ui/cx";
import css from "./RecordDrawer.module.css";

type Props<T extends Row> = {
  row: T;
  panel: NonNullable<Declaration<T>["record"]>;
  /** The previous and the next record in the list; null at the start and at the end of the list. */
  neighbors: { before: T | null; after: T | null };
  onOpen: (row: T) => void;
  onClose: () => void;
};

/** Panel for one record: actions, facts, history and links. */
export function RecordDrawer<T extends Row>({ row, panel, neighbors, onOpen, onClose }: Props<T>) {
  const { failure } = useActions<T>();
  const { title, actions, lead, facts, belowFacts, footer, driver, subject, wide } = panel;
  const people = useOtherViewers(subject, row.id);
  const trail = subject && { subjectKind: subject, subjectId: row.id };
  const body = useRef<HTMLDivElement>(null);
  return (
    <SidePanel
      wide={wide}
      focusesField={opensForReply(useLocation().state)}
      onClose={onClose}
      title={title(row)}
      footer={footer?.(row)}
      actions={<NeighborButtons neighbors={neighbors} onOpen={onOpen} />}
    >
      <div className={css.body} ref={body} onInput={() => currentLiveDesk()?.type()}>
        <OtherViewers people={people} />
        {failure && <Alert>{failure}</Alert>}
        {actions && <div className={css.bar}>{actions(row)}</div>}
        {lead?.(row)}
        <Facts facts={facts(row)} />
        {belowFacts?.(row)}
        {subject && canHaveNotes(subject) && (
          <Notes key={`notes ${row.id}`} kind={subject} id={row.id} />
        )}
        {subject && <History kind={subject} id={row.id} />}
        {driver && (
          <p className={css.links}>
            <Link to={deskPaths.user(driver(row).userId)}>{formatDriverName(driver(row))}</Link>
            <Link to={deskPaths.audit(trail || undefined)}>Audit trail</Link>
          </p>
        )}
      </div>
    </SidePanel>
  );
}

type AroundProps<T> = {
  neighbors: { before: T | null; after: T | null };
  onOpen: (row: T) => void;
};

/** Buttons for the previous and next record, like the keys k and j. */
function NeighborButtons<T>({ neighbors: { before, after }, onOpen }: AroundProps<T>) {
  const steps = [
    { to: before, name: "Previous record", key: "k", Icon: ChevronUp },
    { to: after, name: "Next record", key: "j", Icon: ChevronDown },
  ];
  return steps.map(({ to, name, key, Icon }) => (
    <button
      key={key}
      type="button"
      className={cx(icon.button, icon.filled, css.step)}
      aria-label={name}
      title={`${name} (${key})`}
      disabled={!to}
      onClick={() => to && onOpen(to)}
    >
      <Icon size={20} aria-hidden="true" />
    </button>
  ));
}
