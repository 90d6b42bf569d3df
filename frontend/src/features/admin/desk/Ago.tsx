import { exactTime, relativeTime } from "./times";

type Props = {
  at: string | null | undefined;
  /** Shown when there is no time. */
  none?: string;
};

/** How long ago, with the exact time on hover and for screen readers. */
export function Ago({ at, none = "—" }: Props) {
  if (!at) return <>{none}</>;
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, new Date())}
    </time>
  );
}
