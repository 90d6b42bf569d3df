import { type FormEvent, useId, useRef, useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { deleteTextRequest, getTextRequests, postTextRequest } from "./calls";
import type { User } from "@/api/types";
import { formatPhone, isPhone, phoneDigits } from "@/lib/phone";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { focusFirstError } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import css from "./Requests.module.css";

type Props = { open: boolean; onOpenChange: (open: boolean) => void; user: User };

const FAILED = "Failed to submit text notification request. Please try again.";
const NOT_OFF = "That number could not be turned off. Please try again.";

export function TextDialog(props: Props) {
  return props.open ? <Setup {...props} /> : null;
}

function Setup({ open, onOpenChange, user }: Props) {
  const [phone, setPhone] = useState(formatPhone(user.phoneNumber ?? ""));
  const [wrong, setWrong] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const requests = useSWR("/api/text-notifications", getTextRequests);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!isPhone(phone)) {
      setWrong("Please enter all 10 digits.");
      return focusFirstError(form.current);
    }
    setBusy(true);
    setFailure(null);
    try {
      await postTextRequest(user.id, phoneDigits(phone));
      void requests.mutate();
      onOpenChange(false);
      toast({
        title: "Text Notification Request Submitted",
        description: "You'll receive a text when your case status changes.",
      });
    } catch (error) {
      const said = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
      setFailure(said ?? FAILED);
      toast({ title: "Error", description: FAILED, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  }
  async function turnOff(id: number) {
    setFailure(null);
    try {
      await deleteTextRequest(id);
      await requests.mutate();
    } catch {
      setFailure(NOT_OFF);
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Text Notification Setup"
      description="We text this number when the status of a ticket, your legal help or a report changes."
      footer={
        <Button
          type="submit"
          form={formId}
          block
          disabled={phone === ""}
          loading={busy}
          loadingText="Submitting..."
        >
          Text this number
        </Button>
      }
    >
      <form id={formId} ref={form} className={css.form} onSubmit={submit} noValidate>
        {failure && <Alert>{failure}</Alert>}
        <TextField
          label="Phone"
          type="tel"
          autoComplete="tel-national"
          inputMode="numeric"
          placeholder="(555) 123-4567"
          value={phone}
          error={wrong}
          onChange={(event) => {
            setPhone(formatPhone(event.target.value));
            setWrong(undefined);
          }}
        />
        <p className={css.hint}>Message and data rates may apply. You can turn texts off here.</p>
      </form>
      {requests.data && requests.data.length > 0 && (
        <div className={css.numbers}>
          <h3>Numbers we text</h3>
          <ul className={css.list}>
            {requests.data.map(({ id, phoneNumber }) => (
              <li key={id} className={css.number}>
                {formatPhone(phoneNumber)}
                <Button variant="text" compact onClick={() => void turnOff(id)}>
                  Turn off
                  <span className="visually-hidden"> texts to {formatPhone(phoneNumber)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}
