import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import { type ReactNode, startTransition, useId, useRef, useState } from "react";
import type { Ticket } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import shapes from "@/ui/layout/shapes.module.css";
import { ItemRow } from "./ItemRow";
import css from "./ItemsCard.module.css";
import { splitByStanding, type Item, isSettled } from "./items";

type Props = {
  title: string;
  items: readonly Item[];
  /** Number of items shown before "See All". */
  first: number;
  /** Text shown on the title's line if there are no items. Without it, a card without items isn't shown. */
  emptyText: ReactNode;
  note?: ReactNode;
  isOwn: boolean;
  now: Date;
  onDetails: (ticket: Ticket) => void;
};

export function ItemsCard({ title, items, first, emptyText, note, ...row }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const [showsDone, setShowsDone] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const paidId = useId();
  const { open, done } = splitByStanding(items);
  const hiddenCount = open.length - first;
  const visible = showsAll ? open : open.slice(0, first);

  function toggle() {
    // Hundreds of rows may appear, so the page stays responsive while they are rendered.
    if (!showsAll) return startTransition(() => setShowsAll(true));
    setShowsAll(false);
    // After collapsing, scroll back to the card, so that the user doesn't end up further down the page.
    list.current?.closest("section")?.scrollIntoView?.({ block: "nearest" });
  }
  if (items.length === 0)
    return emptyText ? (
      <section className={cx(shapes.surface, shapes.spread, css.empty)}>
        <h2>{title}</h2>
        <div>{emptyText}</div>
      </section>
    ) : null;
  const renderRows = (items: readonly Item[]) =>
    items.map((item) => <ItemRow key={item.id} item={item} {...row} />);
  return (
    <Card
      title={title}
      aside={
        <Chip>
          {items.length}
          <span className="visually-hidden">{items.length === 1 ? " item" : " items"}</span>
        </Chip>
      }
      flush
    >
      {note}
      {open.length > 0 && (
        <ul className={css.list} id={listId} ref={list}>
          {renderRows(visible)}
        </ul>
      )}
      {hiddenCount > 0 && (
        <FoldButton
          open={showsAll}
          itemName={title}
          controls={listId}
          text={showsAll ? "Show Less" : `See All (${hiddenCount} more)`}
          onToggle={toggle}
        />
      )}
      {done.length > 0 && (
        <>
          <FoldButton
            open={showsDone}
            itemName={title}
            controls={paidId}
            text={`${done.some(isSettled) ? "Paid or closed" : "Recently paid"} (${done.length})`}
            onToggle={() => setShowsDone(!showsDone)}
          />
          <ul className={css.list} id={paidId} hidden={!showsDone}>
            {showsDone && renderRows(done)}
          </ul>
        </>
      )}
    </Card>
  );
}

type FoldProps = {
  open: boolean;
  text: string;
  itemName: string;
  controls: string;
  onToggle: () => void;
};

function FoldButton({ open, text, itemName, controls, onToggle }: FoldProps) {
  return (
    <div className={css.more}>
      <Button
        variant="text"
        block
        aria-expanded={open}
        aria-controls={controls}
        icon={open ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        onClick={onToggle}
      >
        {text}
        <span className="visually-hidden"> in {itemName}</span>
      </Button>
    </div>
  );
}
