import Download from "lucide-react/icons/download";
import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { download } from "@/api/download";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { ChoiceChips } from "@/ui/desk/Chips";
import { onSearchKey } from "../../desk/palette/keys";
import type { ListState, SetList } from "../data/listState";
import { useWide } from "../useWide";
import { FilterInput } from "./FilterInput";
import css from "./ListTools.module.css";

export type FilterOption = { value: string; label: string };
type ChoiceSpec = { name: string; label: string; options: readonly FilterOption[] };
/** A filter: a choice of values, or a typed date or number. */
export type FilterSpec = ChoiceSpec | { name: string; label: string; kind: "date" | "number" };

/**
 * Maximum number of options shown as chips. With more options or several filters, selects are used, so that all filters
 * fit on one line.
 */
const MAX_CHIPS = 3;
const SEARCH_DELAY_MS = 250;

type Props = {
  state: ListState;
  set: SetList;
  /** Texts of the search field. If missing, the list has no search. */
  search?: { label: string; placeholder: string; hint?: string };
  filters?: readonly FilterSpec[];
  /** Called with the search when the user presses Enter in it. */
  onEnter?: ((q: string) => void) | undefined;
  /** URL of the list as CSV. */
  exportHref?: string;
  children?: ReactNode;
};

/** The row above a list: search, filters and export. */
export function ListTools(props: Props) {
  const { state, set, search, onEnter, filters = [], exportHref, children } = props;
  return (
    <search className={css.tools}>
      {search && (
        <SearchBox q={state.q} onSearch={(q) => set({ q })} onEnter={onEnter} {...search} />
      )}
      {filters.map((filter) =>
        "kind" in filter ? (
          <FilterInput key={filter.name} filter={filter} state={state} set={set} />
        ) : (
          <Filter
            key={filter.name}
            filter={filter}
            isOnlyFilter={filters.length === 1}
            value={state.filters[filter.name] ?? ""}
            onChange={(value) => set({ filters: { ...state.filters, [filter.name]: value } })}
          />
        ),
      )}
      <span className={css.last}>
        {children}
        {exportHref && (
          <DownloadLink
            variant="text"
            compact
            href={exportHref}
            onDownload={download}
            failureText="We couldn’t download the file. Please try again."
            icon={<Download size={18} aria-hidden="true" />}
          >
            Export CSV
          </DownloadLink>
        )}
      </span>
    </search>
  );
}

type SearchProps = {
  q: string;
  onSearch: (q: string) => void;
  onEnter?: ((q: string) => void) | undefined;
  label: string;
  placeholder: string;
  hint?: string;
};

function SearchBox({ q, onSearch, onEnter, label, placeholder, hint }: SearchProps) {
  const [text, setText] = useState(q);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // After Back, shows the search of the URL. Otherwise the text being typed stays, including a trailing space.
  useEffect(() => {
    if (timer.current === undefined) setText((now) => (now.trim() === q ? now : q));
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function search(next: string) {
    clearTimeout(timer.current);
    timer.current = undefined;
    onSearch(next.trim());
  }
  useEffect(
    () =>
      onSearchKey(() => {
        box.current?.focus();
        box.current?.select();
      }),
    [],
  );
  return (
    <label className={css.search}>
      <span className="visually-hidden">{label}</span>
      <Search size={18} aria-hidden="true" />
      <input
        ref={box}
        type="search"
        placeholder={placeholder}
        title={hint ?? "Press / to search"}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => search(next), SEARCH_DELAY_MS);
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            // Stops the browser from clearing the search text on Escape.
            event.preventDefault();
            event.currentTarget.blur();
          }
          if (event.key !== "Enter") return;
          search(text);
          onEnter?.(text.trim());
        }}
      />
    </label>
  );
}

type FilterProps = {
  filter: ChoiceSpec;
  isOnlyFilter: boolean;
  value: string;
  onChange: (value: string) => void;
};

function Filter({ filter, isOnlyFilter, value, onChange }: FilterProps) {
  const { label, name, options } = filter;
  const wide = useWide();
  // Uses selects on a phone, so that each filter is a single control.
  if (options.length > MAX_CHIPS || !isOnlyFilter || !wide) {
    return (
      <label className={css.select}>
        <span className={css.name}>{label}</span>
        <select value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">All</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </label>
    );
  }
  return (
    <ChoiceChips
      legend={label}
      showsLegend
      name={`filter-${name}`}
      options={[{ value: "", label: "All" }, ...options]}
      value={value}
      onChange={onChange}
    />
  );
}
