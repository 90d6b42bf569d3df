import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import type { StatusRequest } from "@/api/types";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { focusFirstError } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import { postReveal } from "./calls";
import { calledPerson } from "./person";
import css from "./RevealDialog.module.css";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  request: StatusRequest | null;
};

const SHOWN_S = 60;
const LEAST = 10;
const MOST = 300;

/** The digits that a driver gave, for a reason that stays on record; shown for a minute, kept nowhere. */
export default function RevealDialog({ open, onOpenChange, request }: Props) {
  const [reason, setReason] = useState("");
  const [wrong, setWrong] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [digits, setDigits] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const name = request ? calledPerson(request) : "";

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!request || busy) return;
    setFailure(null);
    const short = [...reason.trim()].length < LEAST;
    setWrong(short ? `Please give a reason of at least ${LEAST} characters.` : undefined);
    if (short) return focusFirstError(form.current);
    setBusy(true);
    try {
      setDigits((await postReveal(request.id, reason)).lastFourSSN);
    } catch (error) {
      const said = error instanceof ApiError ? error : null;
      if (said?.fields.reason) {
        setWrong(said.fields.reason);
        focusFirstError(form.current);
      } else if (said?.status === 404) {
        setFailure("The digits are gone: this request has been solved in the meantime.");
      } else {
        setFailure("The digits could not be read. Please try again.");
      }
    } finally {
      setBusy(false);
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Reveal the digits of ${name}`}
      {...(digits === null && {
        description:
          "Your name, the time and the reason go into the audit trail. The digits are shown for a minute.",
      })}
    >
      {digits === null ? (
        <form ref={form} className={css.form} onSubmit={submit} noValidate>
          {failure && <Alert>{failure}</Alert>}
          <TextField
            label="Reason"
            name="reason"
            hint="For example, which office asked and why."
            autoComplete="off"
            maxLength={MOST}
            value={reason}
            error={wrong}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className={css.buttons}>
            <Button variant="secondary" onClick={() => onOpenChange(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} loadingText="Reading...">
              Reveal
            </Button>
          </div>
        </form>
      ) : (
        <Revealed digits={digits} onOver={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
}

function Revealed({ digits, onOver }: { digits: string; onOver: () => void }) {
  const [left, setLeft] = useState(SHOWN_S);
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
      <p className={css.left}>Hidden again in {left} s</p>
      <Button ref={hide} variant="secondary" onClick={onOver}>
        Hide now
      </Button>
    </div>
  );
}
