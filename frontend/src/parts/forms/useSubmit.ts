import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { noteReference, referenceOf } from "@/parts/failureReference";
import { focusFirstError } from "@/ui/forms/Field";

type Fields = Readonly<Record<string, string | undefined>>;

const isWrong = (fields: Fields) => Object.values(fields).some(Boolean);

type Bound = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

export type Submit = {
  form: RefObject<HTMLFormElement | null>;
  busy: boolean;
  /** What is wrong, by the field's name. */
  wrong: Fields;
  /** What the whole form has to say. */
  failure: string | null;
  /** A field was edited: its error no longer applies. */
  clear: (field: string) => void;
  /** What a control carries: its value and error, and that an edit sets the one and clears the other. */
  bind: (field: string, value: string, set: (value: string) => void) => Bound;
  onSubmit: (event: FormEvent) => void;
};

/** The words of a failed call, where no field can carry its own: the server's, or what to do. */
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
 * A form that keeps what was typed when its call fails: a wrong field says so and takes the focus, anything else stands above
 * the form. `check` says what is wrong before asking the server.
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

  // Once the errors are drawn, however late that is after the answer.
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
    if (isWrong(found)) return refuse(found);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {};
      if (isWrong(fields)) refuse(fields);
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
