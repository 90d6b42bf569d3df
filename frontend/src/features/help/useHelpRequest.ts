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
  const [wrong, setWrong] = useState<FieldErrors>({});
  const [failed, setFailed] = useState(false);

  function mark(fields: FieldErrors) {
    setWrong(fields);
    focusFirstError(form.current);
  }
  async function ask(body: Body): Promise<HelpInquiry | null> {
    setBusy(true);
    setFailed(false);
    setWrong({});
    try {
      return await postHelpInquiry(body);
    } catch (error) {
      setFailed(true);
      if (error instanceof ApiError) mark(error.fields);
      toast({ title: "Error", description: REQUEST_FAILED, variant: "destructive" });
      return null;
    } finally {
      setBusy(false);
    }
  }
  return { ask, busy, wrong, mark, failed };
}
