import { useEffect, useRef, useState } from "react";
import { cx } from "@/ui/cx";
import type { ListState, SetList } from "../data/listState";
import css from "./FilterInput.module.css";

const FILTER_DELAY_MS = 400;

type Props = {
  filter: { name: string; label: string; kind: "date" | "number" };
  state: ListState;
  set: SetList;
};

/** Input for a filter by date or number. Invalid input leaves the filter as it was. */
export function FilterInput({ filter: { name, label, kind }, state, set }: Props) {
  const value = state.filters[name] ?? "";
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(value), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const latest = useRef(state.filters);
  latest.current = state.filters;
  return (
    <label className={css.filter}>
      <span>{label}</span>
      <input
        className={cx(kind === "number" && css.number)}
        type={kind}
        min={kind === "number" ? 1 : "1970-01-01"}
        max={kind === "number" ? 2_147_483_647 : "9998-12-31"}
        inputMode={kind === "number" ? "numeric" : undefined}
        value={text}
        onChange={(event) => {
          const { value: next, validity } = event.currentTarget;
          setText(next);
          clearTimeout(timer.current);
          if (!validity.valid) return;
          const change = () => set({ filters: { ...latest.current, [name]: next } });
          timer.current = setTimeout(change, FILTER_DELAY_MS);
        }}
      />
    </label>
  );
}
