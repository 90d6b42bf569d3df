// Queries that the Fastify server sends to Lanewise's database.
import { createHash } from "node:crypto";
import postgres from "postgres";

/** Returns settings that make postgres.js return values of the type `oid` as text. */
const asText = (oid) => ({ to: oid, from: [oid], serialize: String, parse: (text) => text });

/** Opens a pool of connections to the database behind this socket. */
export const connect = (socket) =>
  postgres({
    path: socket,
    database: "lanewise",
    username: "lanewise_server",
    max: 16,
    types: { date: asText(1082), timestamptz: asText(1184) },
    connection: { TimeZone: "UTC" },
  });

/** Returns the user and session that the session cookie belongs to, or null without a valid session. */
export async function readCaller(sql, request) {
  const token = request.headers.cookie?.split("=")[1] ?? "";
  const hash = createHash("sha256").update(token).digest();
  const [found] = await sql`
    SELECT sessions.id, expires_at > now() AS is_live, last_activity < now() - interval '1 minute' AS is_stale,
           users.id AS user_id, users.role, users.state, users.last_admin_update_at IS NOT NULL AS is_ready
    FROM sessions JOIN users ON users.id = sessions.user_id
    WHERE token_hash = ${hash} AND closed_at IS NULL`;
  if (!found?.is_live) return null;
  if (found.is_stale) await sql`UPDATE sessions SET last_activity = now() WHERE id = ${found.id}`;
  return found;
}

/** Returns a driver's ticket rows without anything from other tables. */
export const readTicketRows = (sql, user) =>
  sql`SELECT * FROM tickets WHERE user_id = ${user} AND removed_at IS NULL ORDER BY id DESC`;

/** Returns a driver's tickets with the facts that determine their standing: payments, refunds, chargebacks and cases. */
export const readTicketsWithFacts = (sql, user) => sql`
  SELECT tickets.*, contest_letters.sent_on AS letter_sent_on, contest_letters.is_own_form, authorities.name AS court_name, authorities.state AS
      registered_state, stated_courts.state AS stated_state, ARRAY(
    SELECT CASE kind WHEN 'lawyer' THEN 'hire_processing' ELSE 'processing' END FROM payments
    WHERE is_processing AND status IN ('creating', 'timed_out', 'open') AND ticket_id = tickets.id
    UNION ALL SELECT 'refunding' FROM payments WHERE status = 'settled' AND kind <> 'lawyer' AND ticket_id = tickets.id
      AND EXISTS (SELECT FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status IN ('due', 'pending', 'refused')
        HAVING sum(refunds.amount_cents) + payments.refunded_cents >= payments.amount_received_cents)
    UNION ALL SELECT 'chargeback_open' FROM chargebacks JOIN payments ON payments.id = chargebacks.payment_id
    WHERE chargebacks.status IN ('needs_response', 'under_review') AND payments.kind <> 'lawyer' AND payments.ticket_id = tickets.id
    UNION ALL SELECT 'case ' || cases.hire_id || ' ' || cases.step FROM lawyer_hires JOIN cases ON cases.hire_id = lawyer_hires.id
    WHERE lawyer_hires.ticket_id = tickets.id
  ) AS facts
  FROM tickets LEFT JOIN authorities ON authorities.id = tickets.court_id
    LEFT JOIN stated_courts ON tickets.court_id IS NULL AND stated_courts.ticket_id = tickets.id
    LEFT JOIN contest_letters ON tickets.is_disputed AND contest_letters.ticket_id = tickets.id
  WHERE tickets.user_id = ${user} AND removed_at IS NULL ORDER BY tickets.id DESC`;

/** In all states but these, tickets count as misdemeanors unless a lawyer confirmed another class. */
const MISDEMEANORS_UNLESS = ["California", "New York"];

/** Returns those of `states` in which a lawyer now takes all kinds of tickets. Null if there are no lawyers at all. */
export async function findLawyerStates(sql, states) {
  const rows = await sql`
    SELECT DISTINCT lawyer_areas.state FROM lawyers JOIN lawyer_licenses ON lawyer_licenses.lawyer_id = lawyers.id
      JOIN lawyer_areas ON lawyer_areas.lawyer_id = lawyers.id AND lawyer_areas.state = lawyer_licenses.state
    WHERE lawyer_licenses.state = ANY(${states}) AND is_active AND user_id IS NOT NULL AND county IS NULL AND court_id IS NULL
      AND (takes_misdemeanors OR lawyer_areas.state = ANY(${MISDEMEANORS_UNLESS}))
      AND (SELECT count(*) FROM cases WHERE cases.lawyer_id = lawyers.id AND step IN ('accepted', 'agreement_signed',
        'appearance_filed', 'court_date_set', 'offer_pending', 'deferred', 'hired', 'offered', 'conflict_cleared'))
        + (SELECT count(*) FROM case_offers WHERE case_offers.lawyer_id = lawyers.id AND result IS NULL) < capacity`;
  if (rows.length > 0) return new Set(rows.map((row) => row.state));
  const [{ any }] = await sql`SELECT EXISTS (SELECT FROM lawyers) AS any`;
  return any ? new Set() : null;
}

/** Returns the names of the authorities that have these keys, by key. The key is a name in lowercase letters and digits. */
export async function readAuthorityNames(sql, keys) {
  const rows = await sql`
    SELECT key, authorities.name FROM authority_names JOIN authorities ON authorities.id = authority_names.authority_id
    WHERE key = ANY(${keys})`;
  return new Map(rows.map((row) => [row.key, row.name]));
}
