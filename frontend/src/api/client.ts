import { earlyAnswer } from "./early";

/** What the server says when it refuses (docs/PRODUCT.md#answers). */
type ErrorBody = {
  code?: string;
  message?: string;
  fields?: Record<string, string>;
  requestId?: string;
};

/** Any answer other than a success. Its message is the status, a colon, and the body's text or the status text. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string | null;
  /** The server's sentence for a person. */
  readonly detail: string | null;
  /** Field name to sentence; empty unless a field is wrong. */
  readonly fields: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  /** The body as it was read, for errors that carry more (409's right amount). */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(
    readonly status: number,
    statusText: string,
    text: string,
  ) {
    super(`${status}: ${text || statusText}`);
    this.body = parseObject(text);
    const { code, message, fields, requestId } = this.body as ErrorBody;
    this.code = typeof code === "string" ? code : null;
    this.detail = typeof message === "string" ? message : null;
    this.fields = typeof fields === "object" && fields !== null ? fields : {};
    this.requestId = typeof requestId === "string" ? requestId : null;
  }
}

/** No answer came: the network is down, or the server is. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Who hears of refusals first. One that answers true has put it right, and the call is made once more. */
export const onRefused = new Set<(error: ApiError) => unknown>();

/** Nobody has touched the page for a while: what it reads by itself is not a person's doing. */
const AWAY = { "x-away": "1" };
let away: Record<string, string> = {};

export function areAway(is: boolean): void {
  away = is ? AWAY : {};
}

/** The one fetch: same-origin cookies, and every failure an error. The generated client calls through it. */
export async function apiFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await (earlyAnswer(input, init?.method) ??
      fetch(input, {
        credentials: "same-origin",
        ...init,
        headers: { ...(init?.headers as Record<string, string>), ...away },
      }));
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === "AbortError") throw cause;
    throw new NetworkError("the server could not be reached", { cause });
  }
  if (response.ok) return response;
  const text = await response.text().catch(() => "");
  const error = new ApiError(response.status, response.statusText, text);
  for (const heard of onRefused) if (await heard(error)) return apiFetch(input, init);
  throw error;
}
