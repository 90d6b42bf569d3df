import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { useLocation } from "@/lib/router";
import { useSession } from "@/parts/accounts/useSession";
import { readDraft, dropDraft, storeDraft } from "@/parts/forms/drafts";
import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";
import { focusFirstError } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";
import type { FieldErrors } from "../checkItem";
import { clearOpenForm, type OpenForm, storeOpenForm } from "./openForms";

/** Returns the error message of a failed call: the server's, or a general one. */
export function describeFailure(error: unknown): string {
  if (error instanceof NetworkError) return "We couldn’t reach Lanewise. Nothing was lost.";
  return (error instanceof ApiError && error.detail) || "That didn’t work. Nothing was lost.";
}

/** Why the server refused a form: the message above the fields, and the invalid fields. */
export type Refusal = { failure: ReactNode; fields: FieldErrors };

type Options<Values> = {
  initial: Values;
  /** Name under which the input is stored until it is saved or discarded. */
  draft: string;
  /** Describes how to open the form again if the session ends. */
  reopens: OpenForm;
  /** Fields whose values are never stored in a draft. */
  secret?: readonly (keyof Values & string)[];
  check: (values: Values) => FieldErrors;
  /** Called if `check` finds errors, in addition to each field's message. */
  onInvalid: (errors: FieldErrors) => void;
  /** Asks for confirmation before sending. False cancels and keeps the input. */
  confirm?: (values: Values) => Promise<boolean>;
  send: (values: Values) => Promise<void>;
  /** Handles a failure. Returns true if it has been handled. */
  onFailed: (error: unknown) => boolean;
  /** Explains an error better than the server's message does. Null shows the server's message. */
  explain?: (error: unknown) => Refusal | null;
};

/** State of a form, which `useForm` returns and FormDrawer shows. */
export type FormState = ReturnType<typeof useForm>;

/** State of a form that keeps its input when the call fails. The first invalid field gets the focus. */
export function useForm<Values extends object>(options: Options<Values>) {
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
  const reopens = JSON.stringify(options.reopens);
  useEffect(() => {
    if (by === null) return;
    if (isTyped) storeOpenForm(by, pathname, JSON.parse(reopens));
    else clearOpenForm();
  }, [isTyped, by, pathname, reopens]);
  function storeDraftOf(next: Values) {
    const typed = changedFields(next).filter(([name]) => !secret.some((one) => one === name));
    if (typed.length > 0) storeDraft(draft, Object.fromEntries(typed));
    else dropDraft(draft);
  }
  const [wrong, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ReactNode>(null);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // Focuses the first invalid field once React has rendered the errors.
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  function showErrors(fields: FieldErrors) {
    setErrors(fields);
    setRefusals((count) => count + 1);
  }
  async function submit() {
    setFailure(null);
    const problems = options.check(values);
    setErrors(problems);
    if (Object.keys(problems).length > 0) {
      options.onInvalid(problems);
      showErrors(problems);
      return;
    }
    setBusy(true);
    try {
      if (options.confirm && !(await options.confirm(values))) return;
      await options.send(values);
      dropDraft(draft);
      clearOpenForm();
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        toast({
          title: "Your session has ended",
          description: "Log in again. We kept your form as you left it.",
          variant: "destructive",
        });
      } else if (!options.onFailed(error)) {
        const fields = error instanceof ApiError ? error.fields : {};
        const refusal = options.explain?.(error) ?? { failure: describeFailure(error), fields };
        setFailure(refusal.failure);
        showErrors(refusal.fields);
      }
    } finally {
      setBusy(false);
    }
  }
  return {
    form,
    values,
    setValues,
    /** True if there is unsaved input. */
    isTyped,
    /** True if the input was restored from a draft. */
    isRestored: restored !== null,
    startOver: () => {
      dropDraft(draft);
      setRestored(null);
      setValues(initial);
      setErrors({});
    },
    wrong,
    failure,
    busy,
    set: (name: keyof Values & string, value: Values[keyof Values]) => {
      setValues((before) => {
        const next = { ...before, [name]: value };
        storeDraftOf(next);
        return next;
      });
      setErrors(({ [name]: _cleared, ...rest }) => rest);
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}
