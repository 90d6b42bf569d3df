import { ChevronDown, ChevronUp } from "lucide-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { Ticket } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { Chip } from "@/ui/feedback/Chip";
import { ItemRow } from "./ItemRow";
import css from "./ItemsCard.module.css";
import type { Item } from "./items";

type Props = {
  title: string;
  items: readonly Item[];
  /** How many show before "See All". */
  first: number;
  empty: string;
  /** Under the title. */
  note?: ReactNode;
  own: boolean;
  now: Date;
  onDetails: (ticket: Ticket) => void;
};

export function ItemsCard({ title, items, first, empty, note, ...row }: Props) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const more = items.length - first;
  const shown = all ? items : items.slice(0, first);

  function toggle() {
    setAll(!all);
    // What was folded away must not leave the person somewhere further down the page.
    if (all) list.current?.closest("section")?.scrollIntoView?.({ block: "nearest" });
  }
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
      {items.length === 0 ? (
        <p className={css.empty}>{empty}</p>
      ) : (
        <ul className={css.list} id={listId} ref={list}>
          {shown.map((item) => (
            <ItemRow key={item.id} item={item} {...row} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <div className={css.more}>
          <Button
            variant="text"
            block
            aria-expanded={all}
            aria-controls={listId}
            icon={all ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
            onClick={toggle}
          >
            {all ? "Show Less" : `See All (${more} more)`}
            <span className="visually-hidden"> of {title}</span>
          </Button>
        </div>
      )}
    </Card>
  );
}
