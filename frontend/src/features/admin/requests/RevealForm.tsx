import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import type { StatusRequest } from "@/api/types";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import { postRevealSsnDigits } from "./calls";
import css from "./RevealDialog.module.css";

type Props = {
  request: StatusRequest;
  /** Called when the digits are shown or hidden. */
  onShown?: (areShown: boolean) => void;
  /** Called after the digits have been hidden again. */
  onHidden?: () => void;
  /** Called on Cancel. Without this callback, there is no Cancel button. */
  onCancel?: () => void;
};

const SHOWN_S = 60;
const MIN_LENGTH = 10;
const MAX_LENGTH = 300;

/** Asks for a reason, then shows the SSN digits for a minute. The page never stores the digits. */
export function RevealForm({ request, onShown, onHidden, onCancel }: Props) {
  const [reason, setReason] = useState("");
  const [digits, setDigits] = useState<string | null>(null);
  const submit = useSubmit(
    () => {
      const isShort = [...reason.trim()].length < MIN_LENGTH;
      return isShort ? { reason: `Enter a reason of at least ${MIN_LENGTH} characters.` } : {};
    },
    async () => {
      setDigits((await postRevealSsnDigits(request.id, reason)).lastFourSSN);
      onShown?.(true);
    },
    (error) =>
      error instanceof ApiError && error.status === 404
        ? "The SSN digits were erased because this request was marked solved in the meantime."
        : "We couldn’t load the SSN digits. Please try again.",
  );
  function hideDigits() {
    setDigits(null);
    onShown?.(false);
    onHidden?.();
  }
  if (digits !== null) return <RevealedDigits digits={digits} onExpired={hideDigits} />;
  return (
    <SubmitForm submit={submit} className={css.form}>
      <TextField
        label="Reason"
        hint="For example, which agency asked and why."
        autoComplete="off"
        maxLength={MAX_LENGTH}
        {...submit.bind("reason", reason, setReason)}
      />
      <div className={onCancel ? css.buttons : css.button}>
        {onCancel && (
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          variant={onCancel ? "primary" : "secondary"}
          loading={submit.busy}
          loadingText="Loading..."
        >
          {onCancel ? "Reveal" : "Reveal SSN digits"}
        </Button>
      </div>
    </SubmitForm>
  );
}

function RevealedDigits({ digits, onExpired }: { digits: string; onExpired: () => void }) {
  const [secondsLeft, setLeft] = useState(SHOWN_S);
  const hide = useRef<HTMLButtonElement>(null);
  const over = useRef(onExpired);
  over.current = onExpired;
  useEffect(() => {
    hide.current?.focus();
    const until = Date.now() + SHOWN_S * 1000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((until - Date.now()) / 1000);
      if (seconds <= 0) over.current();
      else setLeft(seconds);
    }, 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className={css.revealed}>
      <output className={css.digits} aria-label="SSN digits">
        {digits}
      </output>
      <p className={css.left}>
        Hides in {secondsLeft} {secondsLeft === 1 ? "second" : "seconds"}
      </p>
      <Button ref={hide} variant="secondary" onClick={onExpired}>
        Hide now
      </Button>
    </div>
  );
}
