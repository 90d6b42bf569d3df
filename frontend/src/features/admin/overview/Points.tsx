import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { PointTooltip } from "@/ui/overlays/Tooltip";
import { useWide } from "../table/useWide";
import { COLORS, labeledValues, type Row, type Series } from "./figures";
import css from "./Points.module.css";

/** Number of points that Page Up and Page Down move: a week of days. */
const PAGE_STEP = 7;

type Props = {
  rows: readonly Row[];
  series: readonly Series[];
  format: (value: number) => string;
  label: string;
  /** Whether the points run horizontally or vertically. */
  orientation: "horizontal" | "vertical";
  /** Renders the points, each with a `data-point`, and a `PointAnchor` at the active one. */
  children: (active: number | null) => ReactNode;
};

/**
 * A chart with a tooltip for each point, on hover, touch or arrow keys. For keyboards and screen readers, the chart is
 * one slider, and so a single tab stop.
 */
export function Points({ rows, series, format, label, orientation, children }: Props) {
  const chart = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  // Show tooltips of rows at the side, because a tooltip above a row would cover other rows.
  const side = useWide() && orientation === "vertical" ? "right" : "top";
  const last = rows.length - 1;
  const [active, setActive] = useState<number | null>(null);
  // Keyboard focus starts at the newest day, or at the first row.
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null);
  const start = orientation === "horizontal" ? last : 0;
  const currentIndex = Math.min(focusedIndex ?? start, last);
  const activeRow = active === null ? null : (rows[Math.min(active, last)] ?? null);
  const row = rows[currentIndex];

  /** Shows the tooltip of this point, and moves the keyboard's position to it. */
  function activate(point: number) {
    setFocusedIndex(point);
    setActive(point);
  }
  function onPointer({ clientX, clientY }: PointerEvent) {
    const hit = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-point]");
    if (hit && chart.current?.contains(hit)) activate(Number(hit.dataset.point));
  }
  function onKeyDown(event: KeyboardEvent) {
    const to = {
      ArrowRight: currentIndex + 1,
      ArrowDown: currentIndex + 1,
      ArrowLeft: currentIndex - 1,
      ArrowUp: currentIndex - 1,
      PageDown: currentIndex + PAGE_STEP,
      PageUp: currentIndex - PAGE_STEP,
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    activate(Math.min(Math.max(to, 0), last));
  }
  if (!row) return children(null);
  return (
    <PointTooltip
      text={activeRow && <TooltipContent row={activeRow} {...{ series, format }} />}
      side={side}
      onClose={() => setActive(null)}
      keepsOpen={(target) => chart.current?.contains(target) ?? false}
    >
      <div
        ref={chart}
        className={css.points}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={({ pointerType }) => {
          // After a touch ends, the tooltip stays open for reading. So does the tooltip of a point selected by keyboard.
          if (pointerType !== "mouse") return;
          setActive(document.activeElement === slider.current ? focusedIndex : null);
        }}
      >
        {children(activeRow && active)}
        <div
          ref={slider}
          // The slider is invisible, because it would cover the chart's links. The chart's frame shows the focus.
          className="visually-hidden"
          role="slider"
          tabIndex={0}
          aria-label={`${label}, values`}
          aria-orientation={orientation}
          aria-valuemin={1}
          aria-valuemax={rows.length}
          aria-valuenow={currentIndex + 1}
          aria-valuetext={describeRow(row, series, format)}
          onKeyDown={onKeyDown}
          onFocus={() => activate(currentIndex)}
          onBlur={() => setActive(null)}
        />
      </div>
    </PointTooltip>
  );
}

type TipProps = { row: Row; series: readonly Series[]; format: (value: number) => string };

/** Describes a row for screen readers, as in "Nov 21: Tickets and tolls $120, Legal help $75, Total $195". */
const describeRow = (row: Row, series: readonly Series[], format: (value: number) => string) =>
  `${row.name}: ${labeledValues(row, series, format)
    .map(({ label, value }) => `${label} ${value}`)
    .join(", ")}`;

function TooltipContent({ row, series, format }: TipProps) {
  return (
    <>
      <p className={css.name}>{row.name}</p>
      <dl className={css.parts}>
        {labeledValues(row, series, format).map(({ label, value, tone }) => (
          <div key={label} className={css.part}>
            <dt className={css.label}>
              <span className={css.dot} style={tone && { background: COLORS[tone] }} />
              {label}
            </dt>
            <dd className={css.value}>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
