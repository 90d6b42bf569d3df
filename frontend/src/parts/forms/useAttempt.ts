import { type FormEvent, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { focusFirstError } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";

/** What the server says of the first field that is wrong. */
export const firstField = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.values(error.fields)[0] : undefined;

type Options = {
  /** Said in a toast, and in the form where no field has words of its own. */
  failed: string;
  /** False while there is nothing to send. */
  ready?: boolean;
  work: () => Promise<unknown>;
  /** Deals with a failure; true when nothing more is to be said. */
  onFailed?: (error: unknown) => boolean;
};

/** A form with one call: busy meanwhile; a failure is said, and leaves what was typed. */
export function useAttempt({ failed, ready = true, work, onFailed }: Options) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  async function run() {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      // The session is over: the log-in says so, and what was typed is kept.
      if (error instanceof ApiError && error.status === 401) return;
      focusFirstError(form.current);
      if (onFailed?.(error)) return;
      setFailure(firstField(error) ?? failed);
      toast({ title: "Error", description: failed, variant: "destructive" });
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
