import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { focusFirstError } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";

/** Returns the server's message for the first invalid field. */
export const firstFieldError = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.values(error.fields)[0] : undefined;

type Options = {
  /** Shown in a toast, and in the form if no field has its own message. */
  failureText: string;
  /** False while there is nothing to send. */
  ready?: boolean;
  work: () => Promise<unknown>;
  /** Handles a failure. Returns true if no message should be shown. */
  onFailed?: (error: unknown) => boolean;
};

/** State of a form with one call: busy during the call; on failure it shows a message and keeps the input. */
export function useAttempt({ failureText, ready = true, work, onFailed }: Options) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  async function run() {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      // The session is over. The login page says so, and the input is kept as a draft.
      if (error instanceof ApiError && error.status === 401) return;
      focusFirstError(form.current);
      if (onFailed?.(error)) return;
      setFailure(firstFieldError(error) ?? failureText);
      toast({ title: "Error", description: failureText, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }
  return {
    form,
    busy,
    failure,
    setFailure,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy && ready) void run();
    },
  };
}
