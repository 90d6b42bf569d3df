import { scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { Link } from "@/lib/router";
import { COLORS, count, type Row, type Tone } from "./figures";
import css from "./HBars.module.css";
import { useWidth } from "./useWidth";

const THICK = 12;

type Props = { rows: readonly Row[]; tones: readonly Tone[]; label: string };

/** A bar a line, its name and number beside it. */
export function HBars({ rows, tones, label }: Props) {
  const longest = Math.max(...rows.map(({ values }) => values.reduce((a, b) => a + b, 0)), 1);
  return (
    <ul className={css.bars} aria-label={label}>
      {rows.map((row) => (
        <li key={row.name} className={css.row}>
          <span className={css.name}>
            {row.to ? <Link to={row.to}>{row.name}</Link> : row.name}
          </span>
          <Line row={row} tones={tones} longest={longest} />
          <span className={css.number}>
            {count(row.values.reduce((a, b) => a + b, 0))}
            {row.note && <span className={css.note}>{row.note}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

type LineProps = { row: Row; tones: readonly Tone[]; longest: number };

function Line({ row, tones, longest }: LineProps) {
  const [box, width] = useWidth();
  const x = scaleLinear({ domain: [0, longest], range: [0, width] });
  let before = 0;
  return (
    <div ref={box} className={css.line}>
      <svg width={width} height={THICK} aria-hidden="true">
        {row.values.map((value, at) => {
          const start = x(before);
          before += value;
          const tone = tones[at] ?? "blue";
          const size = Math.max(x(before) - start, value > 0 ? 2 : 0);
          return (
            <Bar
              key={tone}
              x={start}
              y={0}
              width={size}
              height={THICK}
              rx={2}
              fill={COLORS[tone]}
            />
          );
        })}
      </svg>
    </div>
  );
}
