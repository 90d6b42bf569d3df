import { ApiError, apiFetch, NetworkError } from "./client";
import { SESSION_KEY } from "./keys";

type UploadProgress = {
  type: string;
  /** Called with the number of bytes sent so far. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/** Uploads a file and reports progress, which fetch can't do. Otherwise it behaves like `apiFetch`. */
export function upload(url: string, file: File, progress: UploadProgress): Promise<unknown> {
  return new Promise((done, fail) => {
    const call = new XMLHttpRequest();
    call.open("POST", url);
    call.setRequestHeader("accept", "application/json");
    call.setRequestHeader("content-type", progress.type);
    call.upload.onprogress = ({ loaded }) => progress.onProgress(loaded);
    call.onerror = () => fail(new NetworkError("the server could not be reached"));
    call.onabort = () => fail(new DOMException("stopped", "AbortError"));
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) return done(parseJson(call.responseText));
      // The session has ended. This call gets a 401 too, and its handler redirects to the login.
      if (call.status === 401) apiFetch(SESSION_KEY).catch(() => undefined);
      fail(new ApiError(call.status, call.statusText, call.responseText));
    };
    progress.signal.addEventListener("abort", () => call.abort());
    call.send(file);
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
