import { useEffect, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { useLocation } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { readDraft, dropDraft, storeDraft } from "@/parts/forms/drafts";
import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";
import { type Fields, failureText, type Refusal, useSubmit } from "@/parts/forms/useSubmit";
import { toast } from "@/ui/overlays/toast";
import { clearOpenForm, type OpenForm, storeOpenForm } from "./openForms";

/** Returns the error message of a failed call: the server's, or a general one. */
export function describeFailure(error: unknown): string {
  if (error instanceof NetworkError) return "We couldn’t reach Lanewise. Nothing was lost.";
  // The fields show their own errors, so only the server's summary is used here.
  const summary = error instanceof ApiError && error.status === 422 ? error.detail : null;
  return summary || failureText(error);
}

type Options<Values> = {
  initial: Values;
  /** Name under which the input is stored until it is saved or discarded. */
  draft: string;
  /** Describes how to open the form again if the session ends. Without it, staff open the form themselves. */
  reopens?: OpenForm;
  /** Fields whose values are never stored in a draft. */
  secret?: readonly (keyof Values & string)[];
  check: (values: Values) => Fields;
  /** Called if `check` finds errors, in addition to each field's message. */
  onInvalid?: (errors: Fields) => void;
  /** Asks for confirmation before sending. False cancels and keeps the input. */
  confirm?: (values: Values) => Promise<boolean>;
  send: (values: Values) => Promise<void>;
  /** Called after a failure. If it returns true, the form shows no message of its own. */
  onFailed?: (error: unknown) => boolean;
  /** Returns an explanation to show instead of the server's message; null to show the server's. */
  explain?: (error: unknown) => Refusal | null;
};

/** State of a form, which `useDraftForm` returns and FormDrawer shows. */
export type FormState = ReturnType<typeof useDraftForm>;

/** State of a form whose input is stored as a draft in this tab until it is saved or discarded. */
export function useDraftForm<Values extends object>(options: Options<Values>) {
  const { initial, secret = [] } = options;
  const { user } = useSession();
  const draft = `${user?.id ?? 0}.${options.draft}`;
  const [restored, setRestored] = useState(() => readDraft<Partial<Values>>(draft));
  const [values, setValues] = useState({ ...initial, ...restored });
  const changedFields = (edited: Values) =>
    Object.entries(edited).filter(([name, value]) => value !== initial[name as keyof Values]);
  const isTyped = changedFields(values).length > 0;
  useConfirmBeforeLeaving(isTyped);
  const { pathname } = useLocation();
  const by = user?.id ?? null;
  const reopens = options.reopens && JSON.stringify(options.reopens);
  useEffect(() => {
    if (by === null || !reopens) return;
    if (isTyped) storeOpenForm(by, pathname, JSON.parse(reopens));
    else clearOpenForm();
  }, [isTyped, by, pathname, reopens]);
  /** Stores the values that were changed, except secret ones. Deletes the draft if there are none. */
  function storeDraftOf(next: Values) {
    const typed = changedFields(next).filter(([name]) => !secret.some((one) => one === name));
    if (typed.length > 0) storeDraft(draft, Object.fromEntries(typed));
    else dropDraft(draft);
  }
  const submit = useSubmit(
    () => {
      const problems = options.check(values);
      if (Object.keys(problems).length > 0) options.onInvalid?.(problems);
      return problems;
    },
    async () => {
      if (options.confirm && !(await options.confirm(values))) return;
      await options.send(values);
      dropDraft(draft);
      clearOpenForm();
    },
    (error) => {
      if (error instanceof ApiError && error.status === 401) {
        toast({
          title: "Your session has ended",
          description: "Log in again. We kept your form as you left it.",
          variant: "destructive",
        });
        return null;
      }
      if (options.onFailed?.(error)) return null;
      const fields = error instanceof ApiError ? error.fields : {};
      return options.explain?.(error) ?? { failure: describeFailure(error), fields };
    },
  );
  return {
    ...submit,
    values,
    setValues,
    isTyped,
    isRestored: restored !== null,
    startOver: () => {
      dropDraft(draft);
      setRestored(null);
      setValues(initial);
      submit.clear();
    },
    set: (name: keyof Values & string, value: Values[keyof Values]) => {
      setValues((before) => {
        const next = { ...before, [name]: value };
        storeDraftOf(next);
        return next;
      });
      submit.clear(name);
    },
  };
}
