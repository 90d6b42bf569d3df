// Drivers for `make bench`. Each has a login session, ten tickets, and a toll with a canceled payment.
import postgres from "postgres";

/** Number of drivers. Each request is for the tickets of a random one. */
export const DRIVERS = Number(process.env.BENCH_DRIVERS ?? 100_000);
const TICKETS_EACH = 10;

/** Start of each driver's session token. The driver's id follows. */
const TOKEN = "bench-session-of-driver-";
/** Returns the path and headers of a request for the tickets of the driver with this id, in the driver's session. */
export const requestOf = (prefix, cookieName, id) => ({
  path: `${prefix}/api/tickets/${id}`,
  headers: { cookie: `${cookieName}=${TOKEN}${id}` },
});

/** Adds the drivers to the database behind this socket and returns the id of the first. Their ids have no gaps. */
export async function addDrivers(socket) {
  const sql = postgres({
    path: socket,
    database: "lanewise",
    username: "postgres",
    max: 1,
    onnotice: () => {},
  });
  await sql`SET synchronous_commit = off`;
  await sql`SET statement_timeout = 0`;
  const [{ first }] = await sql`
    WITH added AS (
      INSERT INTO users (email, password_hash, role, full_name, state, signup_step, signup_completed_at, last_admin_update_at)
      SELECT 'driver' || n || '@bench.test', (SELECT password_hash FROM users WHERE id = 1), 'driver', 'Driver ' || n,
        (ARRAY['Texas', 'California', 'Florida', 'New York', 'Ohio'])[1 + n % 5], 5, now(), now()
      FROM generate_series(1, ${DRIVERS}::int) AS n RETURNING id
    ) SELECT min(id) AS first FROM added`;
  await sql`
    INSERT INTO sessions (user_id, token_hash, login_time, last_activity, expires_at, address)
    SELECT id, sha256(convert_to(${TOKEN}::text || id, 'UTF8')), now(), now(), now() + interval '1 hour', '127.0.0.1'
    FROM users WHERE id >= ${first}`;
  await sql`
    INSERT INTO tickets (user_id, violation_type, violation_code, date, due_date, location, amount, points, category,
      citation_number, issuer, created_at)
    SELECT users.id, (ARRAY['Speeding', 'Red light violation', 'Expired registration'])[1 + n % 3], '545.' || n,
      current_date - 5 * n, current_date + 30 - 5 * n, n || ' Lamar Blvd, Austin, TX',
      CASE WHEN n % 4 = 0 THEN 'See court' ELSE '$' || (60 + 10 * n) END, n % 4, 'traffic',
      'B-' || users.id || '-' || n, 'Austin Municipal Court', now() - interval '5 days' * n
    FROM users, generate_series(1, ${TICKETS_EACH}::int) AS n WHERE users.id >= ${first}`;
  // Without payments, PostgreSQL would read the whole, nearly empty table for each ticket. The payments are canceled,
  // because the server would post received money to its books while it is measured.
  await sql`
    WITH own AS (
      INSERT INTO tolls (user_id, toll_road, date, amount)
      SELECT id, '183A Toll', current_date - 40, '3.15' FROM users WHERE id >= ${first} RETURNING id, user_id
    )
    INSERT INTO payments (user_id, kind, toll_id, amount_cents, status, idempotency_key, confirmation_number,
      created_at, updated_at)
    SELECT user_id, 'toll', id, 315, 'cancelled', 'bench-' || id, 'BENCH-' || id, now(), now() FROM own`;
  await sql`DELETE FROM news_items`;
  await sql`VACUUM ANALYZE`;
  await sql.end();
  return first;
}
