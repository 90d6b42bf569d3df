import { ApiError, NetworkError } from "@/api/client";
import { CODE_LOAD_TEXT, CodeLoadError } from "@/lib/lazy/CodeLoadError";

export type FailureMessage = { title: string; text: string; mayRetry: boolean };

const DEFAULT_TITLE = "This didn’t load";
const UNREACHABLE = "Nothing was lost. Check your connection and try again.";
const BUSY = "Something went wrong on our side. Nothing was lost. Please try again in a moment.";
const REFUSED = "The server refused this request. Nothing was lost. Please try again in a moment.";
const UNREADABLE =
  "We couldn’t read the server’s response. Nothing was lost. Please try again, or reload the page.";

/**
 * Returns the text for a screen that failed to load. It mentions the connection only if the server
 * didn't respond, or its response was cut off. There is no retry for a blocked address, missing
 * permission or a 404; these have their own titles instead of `title`.
 */
export function describeFailure(error: unknown, title = DEFAULT_TITLE): FailureMessage {
  const apiError = error instanceof ApiError ? error : null;
  const status = apiError?.status;
  if (apiError?.code === "address_blocked")
    return {
      title: "Not available from your network right now",
      text: apiError.detail ?? "",
      mayRetry: false,
    };
  // Other codes of a 403 have a cause that the user can remove, such as a missing step-up authentication.
  if (status === 403 && (apiError?.code ?? "forbidden") === "forbidden")
    return {
      title: "You don’t have access to this",
      text: "If you think this is a mistake, please contact support.",
      mayRetry: false,
    };
  if (status === 404)
    return {
      title: "We couldn’t find this",
      text: "It may have been removed, or the link may be incorrect.",
      mayRetry: false,
    };
  return { title, text: describeTemporaryFailure(error), mayRetry: true };
}

/** Returns a text that makes sense without a title or under any other title, for an error of any call. */
export function describeFailureWithoutTitle(error: unknown): string {
  const { title, text, mayRetry } = describeFailure(error);
  // If no retry is offered, only the title says what happened.
  return mayRetry ? text : `${title}. ${text}`.trim();
}

/** Returns the text for a failure after which a retry may succeed. */
function describeTemporaryFailure(error: unknown): string {
  if (error instanceof NetworkError) return UNREACHABLE;
  if (error instanceof CodeLoadError) return CODE_LOAD_TEXT;
  if (error instanceof ApiError) return error.status >= 500 ? BUSY : (error.reason ?? REFUSED);
  // The response isn't JSON, or doesn't match its schema. A reload helps if this page is older than the server.
  return UNREADABLE;
}
