import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { noteReference, referenceOf } from "@/parts/failureReference";
import { focusFirstError } from "@/ui/forms/Field";

type Fields = Readonly<Record<string, string | undefined>>;

const hasErrors = (fields: Fields) => Object.values(fields).some(Boolean);

type Bound = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

export type Submit = {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** Error messages by field name. */
  wrong: Fields;
  /** Message about the whole form. */
  failure: string | null;
  /** Clears a field's error after an edit. */
  clear: (field: string) => void;
  /** Returns a control's value, error and change handler, which also clears the error. */
  bind: (field: string, value: string, set: (value: string) => void) => Bound;
  onSubmit: (event: FormEvent) => void;
};

/** Returns the message of a failed call if no field shows its own: the server's, or a general one. */
export function failureText(error: unknown): string {
  if (error instanceof NetworkError) return "Unable to connect to server. Please try again.";
  const said = error instanceof ApiError ? Object.values(error.fields)[0] || error.detail : null;
  const words = said || "That didn’t work. Please try again.";
  const reference = referenceOf(error);
  if (!reference) return words;
  noteReference(reference);
  return `${words} Reference ${reference}`;
}

/**
 * State of a form that keeps its input when the call fails. An invalid field shows its error and gets the focus. Any
 * other message appears above the form. `check` validates before the call.
 */
export function useSubmit(
  check: () => Fields,
  work: () => Promise<void>,
  wordsOf: (error: unknown) => string = failureText,
): Submit {
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<Fields>({});
  const [failure, setFailure] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  const [refusals, setRefusals] = useState(0);

  // Focuses the first invalid field once React has rendered the errors.
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  function refuse(fields: Fields) {
    setWrong(fields);
    setRefusals((count) => count + 1);
  }
  async function run() {
    setFailure(null);
    const found = check();
    if (hasErrors(found)) return refuse(found);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (hasErrors(fields)) refuse(fields);
      else setFailure(wordsOf(error));
    } finally {
      setBusy(false);
    }
  }
  const clear = (field: string) => setWrong(({ [field]: _gone, ...rest }) => rest);
  return {
    form,
    busy,
    wrong,
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
