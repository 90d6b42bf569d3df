/** The record and its rule; crates/domain computes the same, from the same case file. */
export type SessionRecord<User = unknown> = {
  user: User;
  loginTime: string;
  lastActivity: string;
  expiresAt: string;
};

export const SESSION_MS = 30 * 60_000;
const RENEW_UNDER_MS = 5 * 60_000;
const ABSOLUTE_MS = 12 * 3_600_000;

const iso = (ms: number) => new Date(ms).toISOString();
const limit = (record: SessionRecord) => Date.parse(record.loginTime) + ABSOLUTE_MS;

export function newSession<User>(user: User, now: number): SessionRecord<User> {
  return { user, loginTime: iso(now), lastActivity: iso(now), expiresAt: iso(now + SESSION_MS) };
}

/** When it is over, in milliseconds since 1970. */
export function endOf(record: SessionRecord): number {
  return Math.min(Date.parse(record.expiresAt), limit(record));
}

/** No renewal makes it longer: 12 hours from the login are nearly over. */
export function isAtLimit(record: SessionRecord): boolean {
  return Date.parse(record.expiresAt) >= limit(record);
}

export function isExpired(record: SessionRecord, now: number): boolean {
  return now >= endOf(record);
}

/** Fewer than five minutes are left, and there is something to gain. */
export function needsRenewal(record: SessionRecord, now: number): boolean {
  const end = Date.parse(record.expiresAt);
  return end - now < RENEW_UNDER_MS && limit(record) > end;
}

/** Another 30 minutes from now: never past 12 hours from the login, never earlier than before. */
function renewed<User>(record: SessionRecord<User>, now: number): SessionRecord<User> {
  const end = Date.parse(record.expiresAt);
  return { ...record, expiresAt: iso(Math.max(Math.min(now + SESSION_MS, limit(record)), end)) };
}

/** Nothing once it is over; renewed when little is left; otherwise the very same record. */
export function readRecord<User>(
  record: SessionRecord<User>,
  now: number,
): SessionRecord<User> | null {
  if (isExpired(record, now)) return null;
  return needsRenewal(record, now) ? renewed(record, now) : record;
}

/** Click, key, scroll or touch: notes the time, and renews as reading does. */
export function touchRecord<User>(
  record: SessionRecord<User>,
  now: number,
): SessionRecord<User> | null {
  const read = readRecord(record, now);
  return read && { ...read, lastActivity: iso(now) };
}

/** Extended by hand. */
export function extendRecord<User>(
  record: SessionRecord<User>,
  now: number,
): SessionRecord<User> | null {
  if (isExpired(record, now)) return null;
  return { ...renewed(record, now), lastActivity: iso(now) };
}
