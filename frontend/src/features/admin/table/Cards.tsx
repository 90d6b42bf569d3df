import { cx } from "@/ui/cx";
import { RecentChangeChip } from "../desk/live/RecentChangeChip";
import css from "./Cards.module.css";
import { Lines } from "./Lines";
import type { ListTableProps } from "./listProps";

/** Shows a list as cards, for narrow screens. */
export function Cards<T extends object>(props: ListTableProps<T>) {
  const { list, columns, idOf, label, onOpen, footer } = props;
  const headline = columns.filter((column) => column.card === "title");
  const lines = columns.filter((column) => column.card === undefined);
  const actions = columns.filter((column) => column.card === "actions");
  const totals = footer ? columns.filter((column) => footer[column.id] !== undefined) : [];
  return (
    <>
      <ul aria-label={label}>
        {list.rows.map((row) => {
          const marked = props.markOf?.(idOf(row));
          return (
            <li
              key={idOf(row)}
              data-row={idOf(row)}
              className={cx(css.card, props.isFresh?.(row) && css.fresh)}
            >
              <div className={css.title}>
                {onOpen ? (
                  <button type="button" className={css.opener} onClick={() => onOpen(row)}>
                    {headline.map((column) => (
                      <span key={column.id}>{column.cell(row)}</span>
                    ))}
                  </button>
                ) : (
                  headline.map((column) => <span key={column.id}>{column.cell(row)}</span>)
                )}
                {marked && <RecentChangeChip {...marked} />}
              </div>
              <Lines
                lines={lines.map(({ id, title, cell }) => ({ id, title, value: cell(row) }))}
              />
              {actions.length > 0 && (
                <div className={css.actions}>
                  {actions.map((column) => (
                    <div key={column.id}>{column.cell(row)}</div>
                  ))}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {totals.length > 0 && (
        <Lines
          className={css.totals}
          lines={totals.map(({ id, title }) => ({ id, title, value: footer?.[id] }))}
        />
      )}
    </>
  );
}
