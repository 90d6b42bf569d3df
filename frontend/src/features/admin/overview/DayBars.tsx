import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { COLORS, dollars, type Row, type Series, shortDay } from "./figures";
import { useWidth } from "./useWidth";

const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 8;
const TICK = { fill: "var(--ink-soft)", fontSize: 12, fontFamily: "inherit" };

type Props = { days: readonly Row[]; series: readonly Series[] };

/** A column a day, one part of it above the other; the table below it has the numbers. */
export function DayBars({ days, series }: Props) {
  const [box, width] = useWidth();
  const sums = days.map(({ values }) => values.reduce((a, b) => a + b, 0));
  const x = scaleBand({
    domain: days.map(({ name }) => name),
    range: [LEFT, Math.max(width, LEFT)],
    padding: 0.25,
  });
  // An empty month has an axis all the same.
  const y = scaleLinear({
    domain: [0, Math.max(...sums, 100_00)],
    range: [HEIGHT - BOTTOM, TOP],
    nice: true,
  });
  const every = Math.ceil(days.length / Math.max(1, Math.floor((width - LEFT) / 64)));
  return (
    <div ref={box} style={{ minHeight: HEIGHT }}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label="Revenue by day, as columns">
          <AxisLeft
            left={LEFT}
            scale={y}
            numTicks={4}
            hideAxisLine
            hideTicks
            tickFormat={(value) => dollars(Number(value))}
            tickLabelProps={{ ...TICK, textAnchor: "end", dx: -4, dy: 4 }}
          />
          {days.map(({ name, values }) => {
            let below = 0;
            return values.map((value, at) => {
              const [top, base] = [y(below + value), y(below)];
              below += value;
              const tone = series[at]?.tone ?? "blue";
              return (
                value > 0 && (
                  <Bar
                    key={`${name}-${tone}`}
                    x={x(name) ?? 0}
                    y={top}
                    width={x.bandwidth()}
                    height={Math.max(base - top, 1)}
                    fill={COLORS[tone]}
                  >
                    <title>{`${shortDay(name)}: ${series[at]?.label} ${dollars(value)}`}</title>
                  </Bar>
                )
              );
            });
          })}
          <AxisBottom
            top={HEIGHT - BOTTOM}
            scale={x}
            stroke="var(--line)"
            hideTicks
            tickValues={days.filter((_, at) => at % every === 0).map(({ name }) => name)}
            tickFormat={(name) => shortDay(String(name))}
            tickLabelProps={{ ...TICK, textAnchor: "middle" }}
          />
        </svg>
      )}
    </div>
  );
}
