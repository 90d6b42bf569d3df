import { type RefObject, useState } from "react";
import { ApiError } from "@/api/client";
import type { HelpInquiry } from "@/api/types";
import { focusFirstError } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";
import { postHelpInquiry } from "./calls";

export const REQUEST_FAILED = "Failed to submit help request. Please try again.";

type Body = Parameters<typeof postHelpInquiry>[0];
type FieldErrors = Readonly<Record<string, string>>;

/** Sends a help request. If it fails, the input stays and the form says what to do. */
export function useHelpRequest(form: RefObject<HTMLFormElement | null>) {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [hasFailed, setHasFailed] = useState(false);

  function showErrors(fields: FieldErrors) {
    setErrors(fields);
    focusFirstError(form.current);
  }
  async function send(body: Body): Promise<HelpInquiry | null> {
    setBusy(true);
    setHasFailed(false);
    setErrors({});
    try {
      return await postHelpInquiry(body);
    } catch (error) {
      setHasFailed(true);
      if (error instanceof ApiError) showErrors(error.fields);
      toast({ title: "Error", description: REQUEST_FAILED, variant: "destructive" });
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { ask: send, busy, wrong: errors, mark: showErrors, failed: hasFailed };
}
