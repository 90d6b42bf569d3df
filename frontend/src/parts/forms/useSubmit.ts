import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { storeReference, referenceOf } from "@/parts/failureReference";
import { focusFirstError } from "@/ui/forms/Field";

type Fields = Readonly<Record<string, string | undefined>>;

const hasErrors = (fields: Fields) => Object.values(fields).some(Boolean);

const showsOne = (text: string, fields: Fields) =>
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
  /** Error messages by field name. */
  errors: Fields;
  /** Message about the whole form. */
  failure: string | null;
  /** Clears a field's error after an edit. */
  clear: (field: string) => void;
  /** Returns a control's value, error and change handler, which also clears the error. */
  bind: (field: string, value: string, set: (value: string) => void) => BoundControl;
  onSubmit: (event: FormEvent) => void;
};

/** Returns the message of a failed call if no field shows its own: the server's, or a general one. */
export function failureText(error: unknown): string {
  if (error instanceof NetworkError) return "Unable to connect to server. Please try again.";
  const serverText =
    error instanceof ApiError ? Object.values(error.fields)[0] || error.detail : null;
  const text = serverText || "That didn’t work. Please try again.";
  const reference = referenceOf(error);
  if (!reference) return text;
  storeReference(reference);
  return `${text} Reference ${reference}`;
}

/**
 * State of a form that keeps its input when the call fails. An invalid field shows its error and gets the focus. Any
 * other message appears above the form. `check` validates before the call.
 */
export function useSubmit(
  check: () => Fields,
  work: () => Promise<void>,
  describeError: (error: unknown) => string = failureText,
): Submit {
  const [busy, setBusy] = useState(false);
  const [wrong, setErrors] = useState<Fields>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const [failedChecks, setFailedChecks] = useState(0);
  const refusal = useRef<unknown>(null);

  // Focuses the first invalid field once React has rendered the errors. If the server refused a field that the form
  // doesn't show, the message appears above the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once per refusal
  useEffect(() => {
    const error = refusal.current;
    refusal.current = null;
    const text = form.current?.textContent ?? null;
    if (error instanceof ApiError && text !== null && !showsOne(text, error.fields))
      setFailure(describeError(error));
    else if (failedChecks > 0) focusFirstError(form.current);
  }, [failedChecks]);

  function showErrors(fields: Fields) {
    setErrors(fields);
    setFailedChecks((count) => count + 1);
  }
  async function run() {
    setFailure(null);
    const problems = check();
    if (hasErrors(problems)) return showErrors(problems);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (hasErrors(fields)) {
        refusal.current = error;
        showErrors(fields);
      } else setFailure(describeError(error));
    } finally {
      setBusy(false);
    }
  }
  const clear = (field: string) => setErrors(({ [field]: _cleared, ...rest }) => rest);
  return {
    form,
    busy,
    errors: wrong,
    failure,
    clear,
    bind: (name, value, set) => ({
      name,
      value,
      error: wrong[name],
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
