import { ApiError, apiFetch, NetworkError, RETRY_AFTER } from "./client";
import { SESSION_KEY } from "./keys";

type UploadOptions = {
  /** Content type of the upload. */
  type: string;
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/**
 * Uploads a file and reports progress, which fetch can't do. Resolves to the parsed response. Fails
 * with the same errors as `apiFetch`, but the error handlers aren't called.
 */
export function upload(url: string, file: Blob, options: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", options.type);
    request.upload.onprogress = ({ loaded }) => options.onProgress(loaded);
    request.onerror = () => reject(new NetworkError("the server could not be reached"));
    request.onabort = () => reject(new DOMException("stopped", "AbortError"));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300)
        return resolve(parseJson(request.responseText));
      // The session has ended. A call through `apiFetch` gets a 401 too, and the error handler then
      // redirects to the login.
      if (request.status === 401) apiFetch(SESSION_KEY).catch(() => undefined);
      const { status, statusText, responseText } = request;
      reject(
        new ApiError(status, statusText, responseText, request.getResponseHeader(RETRY_AFTER)),
      );
    };
    options.signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** Returns undefined for text that is not JSON; the response's schema rejects it later. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Maximum number of attempts to upload a file while the server asks to wait. */
export const MAX_ATTEMPTS = 30;
/** Shortest and longest wait before the next attempt, in seconds. */
const [SHORTEST_WAIT, LONGEST_WAIT] = [1, 60];

/** Whether the server asked to send the request later: there were too many requests (429), or the server is busy. */
export const isAskedToWait = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || error.code === "busy");

/**
 * Returns the wait before the next attempt, in seconds. Null if the same request would fail again.
 * `failures` is the number of attempts that have failed so far.
 */
export function secondsToWait(error: unknown, failures: number): number | null {
  const isRefused = error instanceof ApiError && error.status < 500 && !isAskedToWait(error);
  if (isRefused) return null;
  const asked = error instanceof ApiError ? error.retryAfter : null;
  const growing = isAskedToWait(error) ? SHORTEST_WAIT : 2 ** (failures - 1);
  return Math.min(Math.max(asked ?? growing, SHORTEST_WAIT), LONGEST_WAIT);
}
