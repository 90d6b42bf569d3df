import { scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { formatCount } from "@/lib/labels";
import { Link } from "@/lib/router";
import { PointAnchor } from "@/ui/overlays/Tooltip";
import { COLORS, type Row, type Series } from "./figures";
import css from "./HBars.module.css";
import { Points } from "./Points";
import { useWidth } from "./useWidth";

const BAR_HEIGHT = 12;

type Props = { rows: readonly Row[]; series: readonly Series[]; label: string };

/** A horizontal bar chart with a name and number per row. */
export function HBars({ rows, series, label }: Props) {
  const longest = Math.max(...rows.map(({ values }) => values.reduce((a, b) => a + b, 0)), 1);
  return (
    <Points rows={rows} {...{ label, series }} format={formatCount} orientation="vertical">
      {(active) => (
        <ul className={css.bars} aria-label={label}>
          {rows.map((row, at) => (
            <li
              key={row.name}
              className={css.row}
              data-point={at}
              data-active={at === active || undefined}
            >
              <span className={css.name}>
                {row.to ? <Link to={row.to}>{row.name}</Link> : row.name}
              </span>
              <BarRow row={row} series={series} longest={longest} isActive={at === active} />
              <span className={css.number}>
                {formatCount(row.values.reduce((a, b) => a + b, 0))}
                {row.note && <span className={css.note}>{row.note}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Points>
  );
}

type LineProps = { row: Row; series: readonly Series[]; longest: number; isActive: boolean };

function BarRow({ row, series, longest, isActive }: LineProps) {
  const [box, width] = useWidth();
  const x = scaleLinear({ domain: [0, longest], range: [0, width] });
  let sumSoFar = 0;
  return (
    <div ref={box} className={css.line}>
      <svg width={width} height={BAR_HEIGHT} aria-hidden="true">
        {row.values.map((value, at) => {
          const start = x(sumSoFar);
          sumSoFar += value;
          const tone = series[at]?.tone ?? "blue";
          const size = Math.max(x(sumSoFar) - start, value > 0 ? 2 : 0);
          return (
            <Bar
              key={tone}
              x={start}
              y={0}
              width={size}
              height={BAR_HEIGHT}
              rx={2}
              fill={COLORS[tone]}
            />
          );
        })}
      </svg>
      {isActive && (
        <PointAnchor
          style={{ left: 0, top: 0, width: Math.max(x(sumSoFar), 2), height: BAR_HEIGHT }}
        />
      )}
    </div>
  );
}
