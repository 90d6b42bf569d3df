import Plus from "lucide-react/icons/plus";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import css from "./lawyers.module.css";

type Props<Row extends { id: number }> = {
  legend: string;
  hint: string;
  error: string | undefined;
  rows: readonly Row[];
  /** Name of a row for screen readers, such as "license". */
  noun: string;
  max: number;
  onAdd: () => void;
  onRemove: (row: Row) => void;
  children: (row: Row) => ReactNode;
};

/** Rows of fields that can be added and removed. A new row gets the focus; after a removal, the Add button does. */
export function RowsField<Row extends { id: number }>(props: Props<Row>) {
  const { legend, hint, error, rows, noun, max, onAdd, onRemove, children } = props;
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const moved = useRef<"added" | "removed" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus moves once a row was added or removed
  useEffect(() => {
    if (moved.current === "removed") add.current?.focus();
    if (moved.current === "added")
      list.current?.lastElementChild?.querySelector<HTMLElement>("select, input")?.focus();
    moved.current = null;
  }, [rows.length]);
  return (
    <fieldset className={css.rows}>
      <legend className={css.legend}>{legend}</legend>
      <p className={css.soft}>{hint}</p>
      {error && <Alert>{error}</Alert>}
      <ul className={css.plain} ref={list}>
        {rows.map((row, at) => (
          <li key={row.id}>
            <fieldset className={css.row}>
              <legend className="visually-hidden">{`${noun} ${at + 1}`}</legend>
              {children(row)}
              <Button
                variant="text"
                compact
                aria-label={`Remove ${noun} ${at + 1}`}
                onClick={() => {
                  moved.current = "removed";
                  onRemove(row);
                }}
              >
                Remove
              </Button>
            </fieldset>
          </li>
        ))}
      </ul>
      {rows.length < max && (
        <div>
          <Button
            ref={add}
            variant="secondary"
            compact
            icon={<Plus size={18} aria-hidden="true" />}
            onClick={() => {
              moved.current = "added";
              onAdd();
            }}
          >
            Add {noun}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
