/** A session record. crates/domain implements the same rules. Page and server are tested with the same case file. */
export type SessionRecord<User = unknown> = {
  user: User;
  loginTime: string;
  lastActivity: string;
  expiresAt: string;
};

export const SESSION_MS = 30 * 60_000;
const RENEWAL_THRESHOLD_MS = 5 * 60_000;
const MAX_SESSION_MS = 12 * 3_600_000;

const formatIso = (ms: number) => new Date(ms).toISOString();
const absoluteEndOf = (record: SessionRecord) => Date.parse(record.loginTime) + MAX_SESSION_MS;

/** Creates the record of a session that starts now. `now` is in milliseconds since 1970. */
export function newSession<User>(user: User, now: number): SessionRecord<User> {
  return {
    user,
    loginTime: formatIso(now),
    lastActivity: formatIso(now),
    expiresAt: formatIso(now + SESSION_MS),
  };
}

/** Returns when the session ends, in milliseconds since 1970. */
export function sessionEnd(record: SessionRecord): number {
  return Math.min(Date.parse(record.expiresAt), absoluteEndOf(record));
}

/** Whether the session ends at the limit of 12 hours after login, so that a renewal can't extend it. */
export function endsAtMaxSession(record: SessionRecord): boolean {
  return Date.parse(record.expiresAt) >= absoluteEndOf(record);
}

export function isExpired(record: SessionRecord, now: number): boolean {
  return now >= sessionEnd(record);
}

/** Whether fewer than five minutes are left and a renewal would extend the session. */
export function needsRenewal(record: SessionRecord, now: number): boolean {
  const end = Date.parse(record.expiresAt);
  return end - now < RENEWAL_THRESHOLD_MS && absoluteEndOf(record) > end;
}

/** Extends the record to 30 minutes from now, but never past 12 hours after login and never to an earlier time. */
function withRenewedEnd<User>(record: SessionRecord<User>, now: number): SessionRecord<User> {
  const end = Date.parse(record.expiresAt);
  return {
    ...record,
    expiresAt: formatIso(Math.max(Math.min(now + SESSION_MS, absoluteEndOf(record)), end)),
  };
}

/** Reads a record. Returns null if it has expired, a renewed record if it ends soon, and otherwise the same object. */
export function readRecord<User>(
  record: SessionRecord<User>,
  now: number,
): SessionRecord<User> | null {
  if (isExpired(record, now)) return null;
  return needsRenewal(record, now) ? withRenewedEnd(record, now) : record;
}

/**
 * Records the time of a click, key, scroll or touch, and renews the record if it ends soon. Returns null if the record
 * has expired.
 */
export function touchRecord<User>(
  record: SessionRecord<User>,
  now: number,
): SessionRecord<User> | null {
  const current = readRecord(record, now);
  return current && { ...current, lastActivity: formatIso(now) };
}
