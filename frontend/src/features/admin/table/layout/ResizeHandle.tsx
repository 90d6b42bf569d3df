import { type PointerEvent, useRef } from "react";
import { MIN_WIDTH, MAX_WIDTH } from "./columnLayout";
import css from "./ResizeHandle.module.css";

/** Pixels by which an arrow key changes the width. */
const STEP = 16;

type Props = {
  /** Whether handles can be focused. Off by default, because they add a dozen tab stops. */
  isFocusable: boolean;
  /** Width set by the user; undefined if the table chooses it. */
  width: number | undefined;
  onChange: (width: number | null) => void;
};

/** The right edge of a column. Drag it or use the arrow keys. A double click or Enter resets the width. */
export function ResizeHandle({ isFocusable, width, onChange }: Props) {
  const dragStart = useRef<{ x: number; width: number } | null>(null);
  const handle = useRef<HTMLSpanElement>(null);
  const currentWidth = () => width ?? handle.current?.closest("th")?.offsetWidth ?? MIN_WIDTH;
  const pointer = {
    onPointerDown(event: PointerEvent) {
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      dragStart.current = { x: event.clientX, width: currentWidth() };
    },
    onPointerMove(event: PointerEvent) {
      if (dragStart.current)
        onChange(dragStart.current.width + event.clientX - dragStart.current.x);
    },
    onPointerUp() {
      dragStart.current = null;
    },
    onDoubleClick: () => onChange(null),
  };
  if (!isFocusable)
    return <span ref={handle} className={css.handle} aria-hidden="true" {...pointer} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr between two columns can't be moved
    <span
      ref={handle}
      className={css.handle}
      role="separator"
      aria-orientation="vertical"
      aria-label="Column width"
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={MAX_WIDTH}
      aria-valuenow={width ?? MIN_WIDTH}
      aria-valuetext={width === undefined ? "Automatic width" : `${width} pixels`}
      tabIndex={0}
      {...pointer}
      onKeyDown={(event) => {
        if (event.key === "Enter") onChange(null);
        if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
        event.preventDefault();
        onChange(currentWidth() + (event.key === "ArrowRight" ? STEP : -STEP));
      }}
    />
  );
}
