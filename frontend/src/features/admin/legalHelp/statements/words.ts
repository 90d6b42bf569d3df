import { ApiError } from "@/api/client";
import { failureText } from "@/parts/forms/useSubmit";

/** Says why a statement wasn't changed. */
export const describeRefusal = (error: unknown): string =>
  error instanceof ApiError && error.code === "changed_meanwhile"
    ? "A colleague already changed this statement. The page now shows the current state."
    : failureText(error);
