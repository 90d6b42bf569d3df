// A plain Fastify server over Lanewise's own tables, with the one call that all screens of a driver wait for. `make
// bench` compares our server with it. The argument is the path of the database's socket. The server prints its address,
// and exits with its parent process.
import { createHash } from "node:crypto";
// light-my-request, a dependency, stays at 6.6.0 (package.json), because later versions need Node 22.
import Fastify from "fastify";
import postgres from "postgres";
import { listed, TICKETS } from "./tickets.mjs";

const [socket] = process.argv.slice(2);
const asText = (oid) => ({ to: oid, from: [oid], serialize: String, parse: (text) => text });
const sql = postgres({
  path: socket,
  database: "lanewise",
  username: "lanewise_server",
  max: 16,
  types: { date: asText(1082), timestamptz: asText(1184) },
  connection: { TimeZone: "UTC" },
});

const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Returns the caller, by the session cookie. */
async function caller(request) {
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

const app = Fastify();
app.get(
  "/api/tickets/:userId",
  { schema: { response: { 200: TICKETS } } },
  async (request, reply) => {
    const user = await caller(request);
    if (!user) return reply.code(401).send({ error: "unauthenticated" });
    if (user.user_id !== Number(request.params.userId))
      return reply.code(403).send({ error: "forbidden" });
    reply.headers(HEADERS);
    if (!user.is_ready) return [];
    const rows = await sql`
    SELECT tickets.*, ARRAY(
      SELECT CASE kind WHEN 'lawyer' THEN 'hire_processing' ELSE 'processing' END FROM payments
      WHERE is_processing AND status IN ('creating', 'timed_out', 'open') AND ticket_id = tickets.id
      UNION ALL SELECT 'refunding' FROM payments WHERE status = 'settled' AND kind <> 'lawyer' AND ticket_id = tickets.id
        AND EXISTS (SELECT FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status IN ('due', 'pending', 'refused')
          HAVING sum(refunds.amount_cents) + payments.refunded_cents >= payments.amount_received_cents)
      UNION ALL SELECT 'chargeback_open' FROM chargebacks JOIN payments ON payments.id = chargebacks.payment_id
      WHERE chargebacks.status IN ('needs_response', 'under_review') AND payments.kind <> 'lawyer' AND payments.ticket_id = tickets.id
      UNION ALL SELECT 'hire ' || lawyer_hires.id || ' ' || lawyer_hires.status FROM lawyer_hires
      WHERE lawyer_hires.status <> 'Cancelled' AND lawyer_hires.ticket_id = tickets.id
    ) AS facts
    FROM tickets WHERE user_id = ${user.user_id} AND removed_at IS NULL ORDER BY id DESC`;
    return listed(rows, new Date());
  },
);

console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
process.stdin.resume().once("end", () => process.exit(0));
