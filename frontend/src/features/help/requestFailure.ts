import { explainInToast } from "@/parts/forms/useSubmit";

export const explainRequestFailure = explainInToast(
  "Failed to submit help request. Please try again.",
);
