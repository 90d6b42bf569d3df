import { formatExactTime, formatRelativeTime } from "./times";

type Props = {
  at: string | null | undefined;
  /** Text shown if there is no time. */
  emptyText?: string;
  /** Text shown within a minute of the time. In a sentence, pass "just now". */
  nowText?: string;
  /** Writes out the unit, as in "5 minutes ago" instead of "5m ago". */
  isLong?: boolean;
};

/** Shows how long ago a time was. The exact time is a tooltip and read by screen readers. */
export function RelativeTime({ at, emptyText = "—", nowText = "Just now", isLong }: Props) {
  if (!at) return <>{emptyText}</>;
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatRelativeTime(at, new Date(), nowText, isLong)}
    </time>
  );
}
