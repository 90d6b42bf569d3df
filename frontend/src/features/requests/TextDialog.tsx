import { useState } from "react";
import useSWR from "swr";
import type { User } from "@/api/types";
import { formatPhone, isPhone, phoneDigits } from "@/lib/phone";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useAttempt } from "@/parts/forms/useAttempt";
import { useDraft } from "@/parts/forms/useDraft";
import { Button } from "@/ui/buttons/Button";
import { focusFirstError } from "@/ui/forms/Field";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { deleteTextRequest, getTextRequests, postTextRequest } from "./calls";
import css from "./Requests.module.css";

type Props = DialogProps & { user: User };

const NOT_OFF = "That number could not be turned off. Please try again.";

export function TextDialog(props: Props) {
  return props.open ? <Setup {...props} /> : null;
}

function Setup({ user, ...dialog }: Props) {
  const [phone, setPhone, forgetPhone] = useDraft(
    `${user.id}.texts`,
    formatPhone(user.phoneNumber ?? ""),
  );
  const close = () => {
    forgetPhone();
    dialog.onOpenChange(false);
  };
  const [wrong, setWrong] = useState<string | undefined>();
  const requests = useSWR("/api/text-notifications", getTextRequests);
  const submit = useAttempt({
    failed: "Failed to submit text notification request. Please try again.",
    async work() {
      if (!isPhone(phone)) {
        setWrong("Please enter all 10 digits.");
        return focusFirstError(submit.form.current);
      }
      await postTextRequest(user.id, phoneDigits(phone));
      void requests.mutate();
      close();
      toast({
        title: "Text Notification Request Submitted",
        description: "You'll receive a text when your case status changes.",
      });
    },
  });
  async function turnOff(id: number) {
    submit.setFailure(null);
    try {
      await deleteTextRequest(id);
      await requests.mutate();
    } catch {
      submit.setFailure(NOT_OFF);
    }
  }
  return (
    <SubmitDialog
      open
      onOpenChange={close}
      submit={submit}
      title="Text Notification Setup"
      description="We text this number when the status of a ticket, your legal help or a report changes."
      action="Text this number"
      working="Submitting..."
      block
      disabled={phone === ""}
      below={
        requests.data &&
        requests.data.length > 0 && (
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
        )
      }
    >
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
    </SubmitDialog>
  );
}
