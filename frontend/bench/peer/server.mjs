// A plain Fastify server over Lanewise's own tables, for comparison with our server (`make bench`).
// It has only the call that lists a driver's tickets, which all screens of a driver wait for. Below
// `/plain`, the call returns only the ticket rows: no standing, fine, payment facts or security
// headers. The Fastify server gets the path of the database's socket, prints its address, and exits
// with its parent process. Its dependency light-my-request stays at 6.6.0 (package.json), because
// later versions need Node 22.
import Fastify from "fastify";
import {
  readAuthorityNames,
  readCaller,
  connect,
  findLawyerStates,
  readTicketRows,
  readTicketsWithFacts,
} from "./queries.mjs";
import {
  toTicketResponse,
  authorityKey,
  businessDay,
  legalHelpState,
  sortShownTickets,
  ROWS,
  TICKETS,
} from "./tickets.mjs";

const [socket] = process.argv.slice(2);
const sql = connect(socket);

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

/** Returns a request handler that responds with `list`'s result if the caller is the driver in the path. */
const forDriver = (list) => async (request, reply) => {
  const user = await readCaller(sql, request);
  if (!user) return reply.code(401).send({ error: "unauthenticated" });
  if (user.user_id !== Number(request.params.userId))
    return reply.code(403).send({ error: "forbidden" });
  return list(user, reply);
};

const app = Fastify();
app.get(
  "/api/tickets/:userId",
  { schema: { response: { 200: TICKETS } } },
  forDriver(async (user, reply) => {
    reply.headers(HEADERS);
    if (!user.is_ready) return [];
    const rows = sortShownTickets(await readTicketsWithFacts(sql, user.user_id), new Date());
    const states = [...new Set(rows.map((row) => legalHelpState(row, user)))];
    const keys = [...new Set(rows.map(authorityKey))].filter((key) => key !== "");
    const lawyers = await findLawyerStates(sql, states);
    const names = await readAuthorityNames(sql, keys);
    const today = businessDay();
    return rows.map((row) => toTicketResponse(row, user, lawyers, names, today));
  }),
);
app.get(
  "/plain/api/tickets/:userId",
  { schema: { response: { 200: ROWS } } },
  forDriver((user) => readTicketRows(sql, user.user_id)),
);

console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
process.stdin.resume().once("end", () => process.exit(0));
