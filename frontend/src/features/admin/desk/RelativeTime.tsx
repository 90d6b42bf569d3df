import { formatExactTime, formatRelativeTime } from "./times";

type Props = {
  at: string | null | undefined;
  /** Text shown if there is no time. */
  emptyText?: string;
};

/** Shows how long ago, with the exact time as a tooltip and for screen readers. */
export function RelativeTime({ at, emptyText = "—" }: Props) {
  if (!at) return <>{emptyText}</>;
  return (
    <time dateTime={at} title={formatExactTime(at)}>
      {formatRelativeTime(at, new Date())}
    </time>
  );
}
