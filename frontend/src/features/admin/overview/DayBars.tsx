import { AxisBottom, AxisLeft } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { PointAnchor } from "@/ui/overlays/Tooltip";
import { COLORS, formatDollars, type Row, type Series, formatShortDay } from "./figures";
import { Points } from "./Points";
import { useWidth } from "./useWidth";

const HEIGHT = 200;
const LEFT = 56;
const BOTTOM = 24;
const TOP = 8;
const TICK = { fill: "var(--ink-soft)", fontSize: 12, fontFamily: "inherit" };

type Props = { days: readonly Row[]; series: readonly Series[] };

const withShortNames = (days: readonly Row[]) =>
  days.map((day) => ({ ...day, name: formatShortDay(day.name) }));

/** A bar chart with one stacked column per day. Negative values are below the axis. */
export function DayBars({ days, series }: Props) {
  const [box, width] = useWidth();
  const sumOfSign = (values: readonly number[], sign: 1 | -1) =>
    values.reduce((sum, value) => sum + Math.max(value * sign, 0), 0);
  const highest = Math.max(...days.map(({ values }) => sumOfSign(values, 1)), 100_00);
  const lowest = Math.max(...days.map(({ values }) => sumOfSign(values, -1)), 0);
  const x = scaleBand({
    domain: days.map(({ name }) => name),
    range: [LEFT, Math.max(width, LEFT)],
    padding: 0.25,
  });
  // The scale always includes zero and $100, so that the axis shows even if there were no payments.
  const y = scaleLinear({
    domain: [-lowest, highest],
    range: [HEIGHT - BOTTOM, TOP],
    nice: true,
  });
  const labelInterval = Math.ceil(days.length / Math.max(1, Math.floor((width - LEFT) / 64)));
  return (
    <div ref={box} style={{ minHeight: HEIGHT }}>
      {width > 0 && (
        <Points
          rows={withShortNames(days)}
          series={series}
          format={formatDollars}
          label="Net payments by day"
          orientation="horizontal"
        >
          {(active) => (
            <>
              <svg width={width} height={HEIGHT} aria-hidden="true">
                {days.map(({ name }, at) => (
                  <rect
                    key={name}
                    data-point={at}
                    x={(x(name) ?? 0) - (x.step() - x.bandwidth()) / 2}
                    y={0}
                    width={x.step()}
                    height={HEIGHT - BOTTOM}
                    fill={at === active ? "var(--surface-sunk)" : "transparent"}
                  />
                ))}
                <AxisLeft
                  left={LEFT}
                  scale={y}
                  numTicks={4}
                  hideAxisLine
                  hideTicks
                  tickFormat={(value) => formatDollars(Number(value))}
                  tickLabelProps={{ ...TICK, textAnchor: "end", dx: -4, dy: 4 }}
                />
                {days.map(({ name, values }) => {
                  const stackTops = { up: 0, down: 0 };
                  return values.map((value, at) => {
                    const direction = value < 0 ? "down" : "up";
                    const from = stackTops[direction];
                    stackTops[direction] += value;
                    const [top, base] = [
                      y(Math.max(from, from + value)),
                      y(Math.min(from, from + value)),
                    ];
                    const tone = series[at]?.tone ?? "blue";
                    return (
                      value !== 0 && (
                        <Bar
                          key={`${name}-${tone}`}
                          pointerEvents="none"
                          x={x(name) ?? 0}
                          y={top}
                          width={x.bandwidth()}
                          height={Math.max(base - top, 1)}
                          fill={COLORS[tone]}
                        />
                      )
                    );
                  });
                })}
                {lowest > 0 && (
                  <line x1={LEFT} x2={width} y1={y(0)} y2={y(0)} stroke="var(--line)" />
                )}
                <AxisBottom
                  top={HEIGHT - BOTTOM}
                  scale={x}
                  stroke="var(--line)"
                  hideTicks
                  tickValues={days
                    .filter((_, at) => at % labelInterval === 0)
                    .map(({ name }) => name)}
                  tickFormat={(name) => formatShortDay(String(name))}
                  tickLabelProps={{ ...TICK, textAnchor: "middle" }}
                />
              </svg>
              {active !== null && days[active] && (
                <PointAnchor
                  style={{
                    left: x(days[active].name),
                    top: y(sumOfSign(days[active].values, 1)),
                    width: x.bandwidth(),
                    height: y(0) - y(sumOfSign(days[active].values, 1)),
                  }}
                />
              )}
            </>
          )}
        </Points>
      )}
    </div>
  );
}
