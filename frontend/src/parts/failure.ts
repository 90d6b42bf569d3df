import { ApiError } from "@/api/client";

export type FailureWords = { title: string; text: string; mayRetry: boolean };

const DIDNT = "This didn’t load";
const UNREACHED = "Nothing was lost. Check your connection and try again.";
const BUSY = "Something went wrong on our side. Nothing was lost. Please try again in a moment.";

/**
 * Returns the text for a screen that failed to load. If the server refused the request, the text blames no connection
 * and offers no retry.
 */
export function describeFailure(error: unknown, title = DIDNT): FailureWords {
  const said = error instanceof ApiError ? error : null;
  const status = said?.status ?? 0;
  if (said?.code === "address_blocked")
    return {
      title: "Not available from your network right now",
      text: said.detail ?? "",
      mayRetry: false,
    };
  if (status === 403)
    return {
      title: "This belongs to someone else",
      text: "Only the driver and our staff can open it.",
      mayRetry: false,
    };
  if (status === 404)
    return {
      title: "We couldn’t find this",
      text: "It may have been removed, or the link may be incorrect.",
      mayRetry: false,
    };
  return { title: title, text: status === 0 ? UNREACHED : BUSY, mayRetry: true };
}
