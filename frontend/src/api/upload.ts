import { ApiError, apiFetch, NetworkError } from "./client";
import { SESSION_KEY } from "./keys";

type Sending = {
  type: string;
  /** How many bytes have left. */
  onProgress: (sent: number) => void;
  signal: AbortSignal;
};

/** Sends a file as it is, and tells how far it is, which fetch cannot; otherwise as `apiFetch`. */
export function upload(url: string, file: File, of: Sending): Promise<unknown> {
  return new Promise((done, fail) => {
    const call = new XMLHttpRequest();
    call.open("POST", url);
    call.setRequestHeader("accept", "application/json");
    call.setRequestHeader("content-type", of.type);
    call.upload.onprogress = ({ loaded }) => of.onProgress(loaded);
    call.onerror = () => fail(new NetworkError("the server could not be reached"));
    call.onabort = () => fail(new DOMException("stopped", "AbortError"));
    call.onload = () => {
      if (call.status >= 200 && call.status < 300) return done(parsed(call.responseText));
      // Any call sends a person who is no longer logged in to the login.
      if (call.status === 401) apiFetch(SESSION_KEY).catch(() => undefined);
      fail(new ApiError(call.status, call.statusText, call.responseText));
    };
    of.signal.addEventListener("abort", () => call.abort());
    call.send(file);
  });
}

/** Text that is not JSON fails where its shape is checked. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
