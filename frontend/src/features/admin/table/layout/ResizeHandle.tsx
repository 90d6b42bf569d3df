import { type PointerEvent, useRef } from "react";
import { NARROWEST, WIDEST } from "./columnLayout";
import css from "./ResizeHandle.module.css";

/** Pixels by which an arrow key changes the width. */
const STEP = 16;

type Props = {
  /** Whether handles can be focused. Off by default, because they add a dozen tab stops. */
  byKeyboard: boolean;
  /** Width set by the user; undefined if the table chooses it. */
  width: number | undefined;
  onChange: (width: number | null) => void;
};

/** The right edge of a column. Drag it or use the arrow keys. A double click or Enter resets the width. */
export function ResizeHandle({ byKeyboard, width, onChange }: Props) {
  const from = useRef<{ x: number; width: number } | null>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const now = () => width ?? handle.current?.closest("th")?.offsetWidth ?? NARROWEST;
  const pointer = {
    onPointerDown(event: PointerEvent) {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = { x: event.clientX, width: now() };
    },
    onPointerMove(event: PointerEvent) {
      if (from.current) onChange(from.current.width + event.clientX - from.current.x);
    },
    onPointerUp() {
      from.current = null;
    },
    onDoubleClick: () => onChange(null),
  };
  if (!byKeyboard)
    return <span ref={handle} className={css.handle} aria-hidden="true" {...pointer} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr between two columns can't be moved
    <span
      ref={handle}
      className={css.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label="Column width"
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width ?? NARROWEST}
      aria-valuetext={width === undefined ? "Automatic width" : `${width} pixels`}
      tabIndex={0}
      {...pointer}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(null);
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.preventDefault();
        onChange(now() + (event.key === "ArrowRight" ? STEP : -STEP));
      }}
    />
  );
}
