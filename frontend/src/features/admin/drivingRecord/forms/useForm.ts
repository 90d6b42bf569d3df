import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { focusFirstError } from "@/ui/forms/Field";
import type { Wrong } from "./checkItem";

/** Why a call failed, in the server's words where it has some. */
export function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return "Lanewise could not be reached. Nothing was lost.";
  return (error instanceof ApiError && error.detail) || "That didn’t work. Nothing was lost.";
}

type Options<Values> = {
  initial: Values;
  check: (values: Values) => Wrong;
  /** What is said when `check` finds something, besides each field's own words. */
  onInvalid: (wrong: Wrong) => void;
  send: (values: Values) => Promise<void>;
  /** What to do with a failure; true when it has been dealt with. */
  onFailed: (error: unknown) => boolean;
};

/** What a form's frame needs to know of it. */
export type FormState = ReturnType<typeof useForm>;

/** A form that keeps what was typed when its call fails; the first wrong field takes the focus. */
export function useForm<Values extends object>(options: Options<Values>) {
  const [values, setValues] = useState(options.initial);
  const [wrong, setWrong] = useState<Wrong>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  // Once the errors are drawn, however late that is after the answer.
  useEffect(() => {
    if (refusals > 0) focusFirstError(form.current);
  }, [refusals]);

  function refuse(fields: Wrong) {
    setWrong(fields);
    setRefusals((count) => count + 1);
  }
  async function submit() {
    setFailure(null);
    const found = options.check(values);
    setWrong(found);
    if (Object.keys(found).length > 0) {
      options.onInvalid(found);
      refuse(found);
      return;
    }
    setBusy(true);
    try {
      await options.send(values);
    } catch (error) {
      if (!options.onFailed(error)) {
        const fields = error instanceof ApiError ? error.fields : {};
        setFailure(reasonOf(error));
        refuse(fields);
      }
    } finally {
      setBusy(false);
    }
  }
  return {
    form,
    values,
    setValues,
    wrong,
    failure,
    busy,
    set: (name: keyof Values & string, value: Values[keyof Values]) => {
      setValues((before) => ({ ...before, [name]: value }));
      setWrong(({ [name]: _gone, ...rest }) => rest);
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}
