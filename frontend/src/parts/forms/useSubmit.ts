import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { storeReference, referenceOf } from "@/parts/failureReference";
import { focusFirstError } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";

export type Fields = Readonly<Record<string, string | undefined>>;

const hasErrors = (fields: Fields) => Object.values(fields).some(Boolean);

/** Whether the text contains the error of at least one field. */
const containsFieldError = (text: string, fields: Fields) =>
  Object.values(fields).some((message) => message && text.includes(message));

type BoundControl = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

export type Submit = {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  errors: Fields;
  /** Message about the whole form. */
  failure: ReactNode;
  setFailure: (failure: ReactNode) => void;
  /** Whether the server refused the last call, so nothing was changed. */
  isRefused: boolean;
  /** Clears a field's error after an edit. Without a field, clears all errors. */
  clear: (field?: string) => void;
  /** Returns a control's value, error and change handler, which also clears the error. */
  bind: (field: string, value: string, set: (value: string) => void) => BoundControl;
  onSubmit: (event: { preventDefault: () => void }) => void;
};

/** Titles of a failed call: if the server refused it, and if the change may have been made. */
export type FailureTitles = { refused: string; unclear: string };

/** Titles for a form that changes a record. */
export const CHANGE_TITLES: FailureTitles = {
  refused: "Nothing was changed",
  unclear: "We couldn’t confirm the change",
};

/** Why a submission failed: a message about the whole form, and errors by field name. */
export type Refusal = { failure?: ReactNode; fields?: Fields };

/**
 * Explains a failed call. A text is shown above the form, unless a field shows the server's error. Null shows nothing,
 * for errors that have been handled.
 */
export type Explain = (error: unknown) => string | Refusal | null;

/** Text after an unreadable response or a server failure without a message: the change may have been made. */
const UNCLEAR = "We couldn’t tell whether that worked. Please check before you try again.";

/** Whether the server refused a call, so nothing was changed. After any other error, the change may have been made. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500;

/** Returns the message of a failed call, for a form in which no field shows an error: the server's, or a general one. */
export function failureText(error: unknown): string {
  if (error instanceof NetworkError) return "Unable to connect to server. Please try again.";
  const serverText = error instanceof ApiError ? error.reason : null;
  const text = serverText || (isRefusal(error) ? "That didn’t work. Please try again." : UNCLEAR);
  const reference = referenceOf(error);
  if (!reference) return text;
  storeReference(reference);
  return `${text} Reference ${reference}`;
}

/**
 * Explains failures with a fixed text, which a toast shows too. The form shows the server's error of a field instead.
 * If the session has ended, the login page says so.
 */
export function explainInToast(text: string): Explain {
  return (error) => {
    if (error instanceof ApiError && error.status === 401) return null;
    toast({ title: "Error", description: text, variant: "destructive" });
    return (error instanceof ApiError && Object.values(error.fields)[0]) || text;
  };
}

/**
 * State of a form that keeps its input when the call fails. An invalid field shows its error and gets the focus. Any
 * other message appears above the form. `check` validates before the call. If `work` resolves to "leaving", the form
 * stays busy until another screen replaces it.
 */
export function useSubmit(
  check: () => Fields,
  work: () => Promise<unknown>,
  explain: Explain = failureText,
): Submit {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Fields>({});
  const [failure, setFailure] = useState<ReactNode>(null);
  const [isRefused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const [refusals, setRefusals] = useState(0);
  /** The server's errors of fields, and the message for a form that doesn't show them. */
  const refused = useRef<{ fields: Fields; text: string } | null>(null);

  // Focuses the first invalid field once React has rendered the errors. If the server refused a field that the form
  // doesn't show, the message appears above the form.
  useEffect(() => {
    const unshown = refused.current;
    refused.current = null;
    const text = form.current?.textContent ?? null;
    if (unshown && text !== null && !containsFieldError(text, unshown.fields))
      setFailure(unshown.text);
    else if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  function showErrors(fields: Fields) {
    setErrors(fields);
    setRefusals((count) => count + 1);
  }
  /** Shows why a call failed: errors at their fields or, if no field has one, the message above the form. */
  function showFailure(error: unknown) {
    const explained = explain(error);
    if (explained === null) return;
    setRefused(isRefusal(error));
    const fields = error instanceof ApiError ? error.fields : {};
    if (typeof explained !== "string") {
      setFailure(explained.failure ?? null);
      showErrors(explained.fields ?? {});
    } else if (hasErrors(fields)) {
      refused.current = { fields, text: explained };
      showErrors(fields);
    } else setFailure(explained);
  }
  async function run() {
    setFailure(null);
    const problems = check();
    if (hasErrors(problems)) return showErrors(problems);
    setErrors({});
    setBusy(true);
    let isLeaving = false;
    try {
      isLeaving = (await work()) === "leaving";
    } catch (error) {
      showFailure(error);
    } finally {
      if (!isLeaving) setBusy(false);
    }
  }
  const clear = (field?: string) =>
    setErrors(({ [field ?? ""]: _cleared, ...rest }) => (field === undefined ? {} : rest));
  return {
    form,
    busy,
    errors,
    failure,
    setFailure,
    isRefused,
    clear,
    bind: (name, value, set) => ({
      name,
      value,
      error: errors[name],
      onChange: ({ target }) => {
        set(target.value);
        clear(name);
      },
    }),
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void run();
    },
  };
}
