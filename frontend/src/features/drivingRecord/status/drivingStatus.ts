/** Color of a driving status. The rules in this file match crates/domain/src/driving_record/profile.rs. */
export type StatusTone = "neutral" | "good" | "bad";

const NEED_MORE_INFO = "Need More Info";
const TONES: ReadonlyMap<string, StatusTone> = new Map([
  ["Active", "good"],
  ["Suspended", "bad"],
]);
const DEFAULT_TOTAL_POINTS = 11;

/** Green for Active, red for Suspended, gray for Need More Info and any other status. */
export function statusTone(status: string): StatusTone {
  return TONES.get(status) ?? "neutral";
}

export const isSuspended = (status: string): boolean => TONES.get(status) === "bad";

/** Whether the driver can click Update Status: only while the status is Need More Info. */
export function canRequestUpdate(status: string): boolean {
  return status === NEED_MORE_INFO;
}

/** Whether staff have set a status or points, which may happen before the record is ready. */
export const hasStatusOrPoints = (profile: { status: string; currentPoints: number }): boolean =>
  !canRequestUpdate(profile.status) || profile.currentPoints > 0;

/**
 * States without a points system, or where Lanewise doesn't show points (docs/product/driving-record.md#points-bar).
 */
const WITHOUT_POINTS = new Set([
  "Hawaii",
  "Kansas",
  "Louisiana",
  "Minnesota",
  "Mississippi",
  "Oregon",
  "Rhode Island",
  "Washington",
]);

/** Whether the points bar is shown: always, except in a state in WITHOUT_POINTS. */
export function showsPoints(state: string | null | undefined): boolean {
  return !state || !WITHOUT_POINTS.has(state.trim());
}

export type PointsBar = { current: number; total: number; percent: number };

/**
 * Returns the points bar, or null in a state without points. Percentages are rounded down, so that only a full bar
 * looks full.
 */
export function buildPointsBar(
  profile: { currentPoints: number; totalPoints: number },
  state: string | null,
): PointsBar | null {
  if (!showsPoints(state)) return null;
  const current = Math.max(profile.currentPoints, 0);
  const total = profile.totalPoints > 0 ? profile.totalPoints : DEFAULT_TOTAL_POINTS;
  return { current, total, percent: Math.min(Math.floor((current * 100) / total), 100) };
}
