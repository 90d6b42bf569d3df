import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import type { StatusRequest } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { focusFirstError } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import { postReveal } from "./calls";
import css from "./RevealDialog.module.css";

type Props = {
  request: StatusRequest;
  /** Called when the digits are shown or hidden. */
  onShown?: (areShown: boolean) => void;
  onHidden?: () => void;
  /** Called on Cancel. Without this callback, there is no Cancel button. */
  onCancel?: () => void;
};

const SHOWN_S = 60;
const MIN_LENGTH = 10;
const MAX_LENGTH = 300;

/** Asks for a reason, then shows the SSN digits for a minute. They are never stored. */
export function RevealForm({ request, onShown, onHidden, onCancel }: Props) {
  const [reason, setReason] = useState("");
  const [reasonError, setReasonError] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [digits, setDigits] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const short = [...reason.trim()].length < MIN_LENGTH;
    setReasonError(short ? `Enter a reason of at least ${MIN_LENGTH} characters.` : undefined);
    if (short) return focusFirstError(form.current);
    setBusy(true);
    try {
      setDigits((await postReveal(request.id, reason)).lastFourSSN);
      onShown?.(true);
    } catch (error) {
      const apiError = error instanceof ApiError ? error : null;
      if (apiError?.fields.reason) {
        setReasonError(apiError.fields.reason);
        focusFirstError(form.current);
      } else if (apiError?.status === 404) {
        setFailure(
          "The digits were erased because this request was marked solved in the meantime.",
        );
      } else {
        setFailure("We couldn’t load the digits. Please try again.");
      }
    } finally {
      setBusy(false);
    }
  }
  function hideDigits() {
    setDigits(null);
    onShown?.(false);
    onHidden?.();
  }
  if (digits !== null) return <RevealedDigits digits={digits} onOver={hideDigits} />;
  return (
    <form ref={form} className={css.form} onSubmit={submit} noValidate>
      {failure && <Alert>{failure}</Alert>}
      <TextField
        label="Reason"
        name="reason"
        hint="For example, which agency asked and why."
        autoComplete="off"
        maxLength={MAX_LENGTH}
        value={reason}
        error={reasonError}
        onChange={(event) => setReason(event.target.value)}
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
          loading={busy}
          loadingText="Loading..."
        >
          {onCancel ? "Reveal" : "Reveal the digits"}
        </Button>
      </div>
    </form>
  );
}

function RevealedDigits({ digits, onOver }: { digits: string; onOver: () => void }) {
  const [secondsLeft, setLeft] = useState(SHOWN_S);
  const hide = useRef<HTMLButtonElement>(null);
  const over = useRef(onOver);
  over.current = onOver;
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
      <output className={css.digits} aria-label="Digits">
        {digits}
      </output>
      <p className={css.left}>Hides in {secondsLeft} s</p>
      <Button ref={hide} variant="secondary" onClick={onOver}>
        Hide now
      </Button>
    </div>
  );
}
