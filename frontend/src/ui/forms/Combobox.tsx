import Check from "lucide-react/icons/check";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import { Spinner } from "@/ui/feedback/Spinner";
import css from "./Combobox.module.css";
import { Field } from "./Field";

export type ComboOption = { value: string; title: string; detail?: string };

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  placeholder?: string;
  /** The option shown while the list is closed. */
  selected: ComboOption | null;
  /** Results for the last query that onQuery got. The caller does the search. */
  options: readonly ComboOption[];
  /** True while the results of the last query load, so that the options may belong to the previous query. */
  loading?: boolean;
  /** True if the last query failed, so that there are no options to show. */
  failed?: boolean;
  /**
   * Called 200 ms after the last key, and immediately with "" when the list opens or
   * the field is emptied.
   */
  onQuery: (query: string) => void;
  onSelect: (option: ComboOption) => void;
};

const QUERY_DELAY_MS = 200;

/**
 * A select with search that follows the ARIA combobox pattern: arrows, Home, End, Enter, Escape. The focus stays in the
 * field.
 */
export function Combobox(props: Props) {
  const { label, hint, error, selected, failed = false, onQuery, onSelect } = props;
  const options = failed ? [] : props.options;
  const [query, setQuery] = useState<string | null>(null);
  const [sentQuery, setSentQuery] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = query !== null;
  const current = Math.min(active, options.length - 1);
  const loading = open && (query.trim() !== sentQuery || props.loading === true);
  // True if Enter was pressed before the results arrived. The first result is then selected once it arrives.
  const hasPressedEnter = useRef(false);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (open) list.current?.children[current]?.scrollIntoView?.({ block: "nearest" });
  }, [open, current]);
  useEffect(() => {
    if (loading || !hasPressedEnter.current) return;
    hasPressedEnter.current = false;
    choose(options[0]);
  });

  function search(text: string) {
    hasPressedEnter.current = false;
    setQuery(text);
    setActive(0);
    clearTimeout(timer.current);
    const sendQuery = () => {
      setSentQuery(text.trim());
      onQuery(text.trim());
    };
    timer.current = setTimeout(sendQuery, text === "" ? 0 : QUERY_DELAY_MS);
  }
  function close() {
    hasPressedEnter.current = false;
    setQuery(null);
  }
  function choose(option: ComboOption | undefined) {
    if (!option) return;
    close();
    onSelect(option);
  }
  function onKeyDown(event: KeyboardEvent) {
    const last = options.length - 1;
    const moves: Record<string, number> = {
      ArrowDown: current >= last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      Home: 0,
      End: last,
    };
    const move = moves[event.key];
    if (!open && (event.key === "ArrowDown" || event.key === "Enter")) {
      event.preventDefault();
      search("");
    } else if (!open) return;
    else if (move !== undefined) {
      event.preventDefault();
      setActive(Math.max(move, 0));
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (loading && active === 0) hasPressedEnter.current = true;
      else choose(options[current]);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      close();
    }
  }

  return (
    <div className={css.combobox}>
      <Field label={label} hint={hint} error={error}>
        {(control) => (
          <div className={css.frame}>
            <input
              {...control}
              className={cx(control.className, css.input)}
              role="combobox"
              autoComplete="off"
              spellCheck={false}
              aria-expanded={open}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={
                open && options[current] ? `${listId}-${options[current].value}` : undefined
              }
              placeholder={open ? "Type to search" : props.placeholder}
              value={query ?? selected?.title ?? ""}
              onClick={() => !open && search("")}
              onChange={(event) => search(event.target.value)}
              onKeyDown={onKeyDown}
              onBlur={close}
            />
            <span className={css.mark}>
              {loading ? <Spinner /> : <ChevronsUpDown size={20} aria-hidden="true" />}
            </span>
          </div>
        )}
      </Field>
      <Options
        {...props}
        {...{ open, options, loading, current, listId, list }}
        onChoose={choose}
      />
    </div>
  );
}

type OptionsProps = Pick<Props, "options" | "loading" | "failed" | "selected"> & {
  open: boolean;
  current: number;
  listId: string;
  list: React.RefObject<HTMLDivElement | null>;
  onChoose: (option: ComboOption) => void;
};

function Options(props: OptionsProps) {
  const { open, options, loading, failed, current, listId, list } = props;
  const empty = failed ? "The search didn’t work. Type again to retry." : "No matches";
  return (
    <div className={css.popup} hidden={!open}>
      <div className={css.list} id={listId} ref={list} role="listbox" aria-label="Results">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard acts through the field (aria-activedescendant)
          <div
            key={option.value}
            id={`${listId}-${option.value}`}
            className={cx(css.option, index === current && css.active)}
            role="option"
            tabIndex={-1}
            aria-selected={option.value === props.selected?.value}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => props.onChoose(option)}
          >
            <span className={css.optionTitle}>{option.title}</span>
            {option.detail && <span className={css.detail}>{option.detail}</span>}
            {option.value === props.selected?.value && <Check size={18} aria-hidden="true" />}
          </div>
        ))}
      </div>
      <p className={css.empty} role="status">
        {open && options.length === 0 && (loading ? "Searching…" : empty)}
      </p>
    </div>
  );
}
