import { takeEarlyResponse } from "./earlyResponses";

/** The JSON body of an error response (docs/product/everywhere.md#answers). */
type ErrorBody = {
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  requestId?: string;
};

/** Error for a response with a status other than 2xx. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string | null;
  /** The server's error message for the user; null if the response has none. */
  readonly detail: string | null;
  /** Error message by field name; empty unless a field is invalid. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /**
   * Seconds after which the server asks to send the request again (`Retry-After`). Null if the response has no such
   * number.
   */
  readonly retryAfter: number | null;
  /** The parsed body, for errors with additional data, such as the correct amount in a 409. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    readonly status: number,
    statusText: string,
    text: string,
    retryAfter: string | null = null,
  ) {
    super(`${status}: ${text || statusText}`);
    this.retryAfter = Number(retryAfter) || null;
    this.body = parseObject(text);
    const { code, message, fields, requestId } = this.body as ErrorBody;
    this.code = typeof code === "string" ? code : null;
    this.detail = typeof message === "string" ? message : null;
    this.fields = typeof fields === "object" && fields !== null ? fields : {};
    this.requestId = typeof requestId === "string" ? requestId : null;
  }

  /** The server's most specific error message: that of an invalid field, or the general one. Null if there is none. */
  get reason(): string | null {
    return Object.values(this.fields)[0] || this.detail;
  }
}

/** Header with the number of seconds after which a request may be sent again. */
export const RETRY_AFTER = "retry-after";

/** Thrown if no response arrived, or only a part of it: the network or the server is down. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

/** Rejects with a `NetworkError` if a response takes longer than `ms` milliseconds. */
export async function withTimeout<T>(response: Promise<T>, ms = 30_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NetworkError(`no response within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([response, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Parses JSON text. Returns an empty object if the text isn't a JSON object. */
function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Handlers called for each error response that `apiFetch` gets. A handler returns true if it has removed the cause, for
 * example by asking for the password again. The call is then retried, and the remaining handlers aren't called.
 */
export const errorHandlers = new Set<(error: ApiError) => unknown>();

/** Header sent while the user is idle, so that the server doesn't count background requests as user activity. */
const IDLE_HEADER = { "x-away": "1" };
let idleHeader: Record<string, string> = {};

/** Sets whether requests tell the server that the user is idle. */
export function setIdle(isIdle: boolean): void {
  idleHeader = isIdle ? IDLE_HEADER : {};
}

/**
 * Wraps fetch: sends same-origin cookies, and uses a preloaded response if there is one. Throws if
 * there is no response, or if its status isn't 2xx and no error handler asks for a retry.
 */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await (takeEarlyResponse(input, init?.method) ??
      fetch(input, {
        credentials: "same-origin",
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...idleHeader },
      }));
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new NetworkError("the server could not be reached", { cause });
  }
  if (response.ok) return response;
  const text = await response.text().catch(() => "");
  const { status, statusText, headers } = response;
  const error = new ApiError(status, statusText, text, headers.get(RETRY_AFTER));
  for (const handle of errorHandlers) if (await handle(error)) return apiFetch(input, init);
  throw error;
}

/**
 * Reads a response's body: `readBody(response.json())`. Throws a NetworkError if the connection is lost before the
 * whole body has arrived.
 */
export async function readBody<T>(body: Promise<T>): Promise<T> {
  try {
    return await body;
  } catch (cause) {
    // Fetch reports a lost connection as a TypeError, and a body that isn't JSON as a SyntaxError.
    if (cause instanceof TypeError) throw new NetworkError("the response was cut off", { cause });
    throw cause;
  }
}
