import { type FormEvent, useEffect } from "react";
import type { PaymentKind } from "@/lib/paths";
import { cx } from "@/ui/cx";
import { TextField } from "@/ui/forms/TextField";
import css from "./Filters.module.css";
import type { Filter } from "./useHistory";

const KINDS: { type: PaymentKind | null; name: string }[] = [
  { type: null, name: "All" },
  { type: "ticket", name: "Traffic" },
  { type: "parking", name: "Parking" },
  { type: "toll", name: "Tolls" },
  { type: "lawyer", name: "Lawyer" },
];
const SEARCH_DELAY_MS = 300;
/** Maximum length of a search in characters, as on the server. */
const MAX_LENGTH = 100;

type Props = {
  filter: Filter;
  onFilter: (filter: Filter) => void;
  /** The text typed so far, which becomes the filter after a pause in typing. */
  text: string;
  onText: (text: string) => void;
};

/** Search and filters of the payment history. The server does the search. */
export function Filters({ filter, onFilter, text, onText }: Props) {
  const typed = text.trim();
  useEffect(() => {
    if (typed === filter.q) return;
    const timer = setTimeout(() => onFilter({ ...filter, q: typed }), SEARCH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [typed, filter, onFilter]);

  function search(event: FormEvent) {
    event.preventDefault();
    onFilter({ ...filter, q: typed });
  }
  return (
    <search>
      <form className={css.filters} onSubmit={search}>
        <TextField
          label="Search payments"
          type="search"
          placeholder="Violation, toll road, citation or confirmation number"
          maxLength={MAX_LENGTH}
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
        <fieldset className={css.kinds}>
          <legend className="visually-hidden">Type of payment</legend>
          {KINDS.map(({ type, name }) => (
            <label key={name} className={cx(css.kind, filter.type === type && css.chosen)}>
              <input
                className="visually-hidden"
                type="radio"
                name="type"
                checked={filter.type === type}
                onChange={() => onFilter({ ...filter, type })}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </form>
    </search>
  );
}
