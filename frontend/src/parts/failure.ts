import { ApiError } from "@/api/client";

export type FailureMessage = { title: string; text: string; mayRetry: boolean };

const DEFAULT_TITLE = "This didn’t load";
const UNREACHABLE = "Nothing was lost. Check your connection and try again.";
const BUSY = "Something went wrong on our side. Nothing was lost. Please try again in a moment.";

/**
 * Returns the text for a screen that failed to load. It mentions the connection only if the server didn't respond,
 * or its response was cut off. There is no retry for a blocked address, missing permission or a 404.
 */
export function describeFailure(error: unknown, title = DEFAULT_TITLE): FailureMessage {
  const apiError = error instanceof ApiError ? error : null;
  const status = apiError?.status ?? 0;
  if (apiError?.code === "address_blocked")
    return {
      title: "Not available from your network right now",
      text: apiError.detail ?? "",
      mayRetry: false,
    };
  if (status === 403)
    return {
      title: "This belongs to someone else",
      text: "Only the driver and our staff can open this page.",
      mayRetry: false,
    };
  if (status === 404)
    return {
      title: "We couldn’t find this",
      text: "It may have been removed, or the link may be incorrect.",
      mayRetry: false,
    };
  return { title: title, text: status === 0 ? UNREACHABLE : BUSY, mayRetry: true };
}
