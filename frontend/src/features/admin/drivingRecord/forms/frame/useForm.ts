import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError, NetworkError } from "@/api/client";
import { focusFirstError } from "@/ui/forms/Field";
import type { Wrong } from "../checkItem";
import { useSession } from "@/parts/accounts/useSession";
import { useAsksBeforeLeaving } from "@/parts/forms/useAsksBeforeLeaving";
import { draftOf, dropDraft, keepDraft } from "./drafts";

/** Why a call failed, in the server's words where it has some. */
export function reasonOf(error: unknown): string {
  if (error instanceof NetworkError) return "Lanewise could not be reached. Nothing was lost.";
  return (error instanceof ApiError && error.detail) || "That didn’t work. Nothing was lost.";
}

type Options<Values> = {
  initial: Values;
  /** Under this name what is typed is kept until it is saved or given up. */
  draft: string;
  /** Fields that are kept nowhere. */
  secret?: readonly (keyof Values & string)[];
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
  const { initial, secret = [] } = options;
  const { user } = useSession();
  const draft = `${user?.id ?? 0}.${options.draft}`;
  const [restored, setRestored] = useState(() => draftOf<Values>(draft));
  const [values, setValues] = useState({ ...initial, ...restored });
  const changed = (of: Values) =>
    Object.entries(of).filter(([name, value]) => value !== initial[name as keyof Values]);
  const isTyped = changed(values).length > 0;
  useAsksBeforeLeaving(isTyped);
  function keep(next: Values) {
    const typed = changed(next).filter(([name]) => !secret.some((one) => one === name));
    if (typed.length > 0) keepDraft(draft, Object.fromEntries(typed));
    else dropDraft(draft);
  }
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
      dropDraft(draft);
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
    /** Something is typed that is not saved. */
    isTyped,
    /** What is typed was begun earlier. */
    isRestored: restored !== null,
    startOver: () => {
      dropDraft(draft);
      setRestored(null);
      setValues(initial);
      setWrong({});
    },
    wrong,
    failure,
    busy,
    set: (name: keyof Values & string, value: Values[keyof Values]) => {
      setValues((before) => {
        const next = { ...before, [name]: value };
        keep(next);
        return next;
      });
      setWrong(({ [name]: _gone, ...rest }) => rest);
    },
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      if (!busy) void submit();
    },
  };
}
