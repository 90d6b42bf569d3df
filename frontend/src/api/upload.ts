import { ApiError, apiFetch, NetworkError } from "./client";
import { SESSION_KEY } from "./keys";

type UploadOptions = {
  type: string;
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/** Uploads a file and reports progress, which fetch can't do. Otherwise it behaves like `apiFetch`. */
export function upload(url: string, file: Blob, progress: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("accept", "application/json");
    request.setRequestHeader("content-type", progress.type);
    request.upload.onprogress = ({ loaded }) => progress.onProgress(loaded);
    request.onerror = () => reject(new NetworkError("the server could not be reached"));
    request.onabort = () => reject(new DOMException("stopped", "AbortError"));
    request.onload = () => {
      if (request.status >= 200 && request.status < 300)
        return resolve(parseJson(request.responseText));
      // The session has ended. `apiFetch` gets a 401 too, and the handler for it redirects to the
      // login.
      if (request.status === 401) apiFetch(SESSION_KEY).catch(() => undefined);
      const wait = readRetryAfter(request.getResponseHeader("retry-after"));
      reject(new ApiError(request.status, request.statusText, request.responseText, wait));
    };
    progress.signal.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}

/** Reads a `Retry-After` header. Returns null unless it is a number of seconds. */
function readRetryAfter(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

/** Returns undefined for text that is not JSON; the response's schema rejects it later. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
