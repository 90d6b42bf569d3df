import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { User } from "@/api/types";
import { formatPhone, isPhone, keepPhoneDigits } from "@/lib/phone";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useCallPerRow } from "@/parts/forms/useCallPerRow";
import { useDraft } from "@/parts/forms/useDraft";
import { explainInToast, useSubmit } from "@/parts/forms/useSubmit";
import { CodeDialog } from "@/parts/notices/CodeDialog";
import { getReminders, REMINDERS_KEY } from "@/parts/notices/calls";
import { NumberState } from "@/parts/notices/NumberState";
import { Button } from "@/ui/buttons/Button";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { deleteTextRequest, postTextRequest } from "./calls";
import css from "./Requests.module.css";

type Props = DialogProps & { user: User };

const TURN_OFF_FAILED = "We couldn’t turn off texts to that number. Please try again.";

export function TextDialog(props: Props) {
  return props.open ? <Setup {...props} /> : null;
}

function Setup({ user, ...dialog }: Props) {
  const [phone, setPhone, discardPhone] = useDraft(
    `${user.id}.texts`,
    formatPhone(user.phoneNumber ?? ""),
  );
  const close = () => {
    discardPhone();
    dialog.onOpenChange(false);
  };
  const [numberToConfirm, setNumberToConfirm] = useState<{
    id: number;
    phoneNumber: string;
  } | null>(null);
  const reminders = useSWR(REMINDERS_KEY, getReminders, REVALIDATE_ON_MOUNT);
  const numbers = reminders.data?.numbers ?? [];
  const submit = useSubmit(
    () => ({ phoneNumber: isPhone(phone) ? undefined : "Please enter all 10 digits." }),
    async () => {
      const request = await postTextRequest(user.id, keepPhoneDigits(phone));
      const next = await reminders.mutate();
      const number = next?.numbers.find(({ id }) => id === request.id);
      discardPhone();
      const withDialog = Boolean(next?.canText && number && !number.confirmedAt);
      toast({
        title: "Text Notification Request Submitted",
        description: "You'll receive a text when your case status changes.",
        withDialog,
      });
      if (withDialog) setNumberToConfirm(request);
      else close();
    },
    explainInToast("Failed to submit text notification request. Please try again."),
  );
  const turningOff = useCallPerRow(async (id) => {
    submit.setFailure(null);
    try {
      await deleteTextRequest(id);
      await reminders.mutate();
    } catch {
      submit.setFailure(TURN_OFF_FAILED);
    }
  });
  if (numberToConfirm)
    return (
      <CodeDialog
        open
        onOpenChange={close}
        number={numberToConfirm}
        onConfirmed={() => void reminders.mutate()}
      />
    );
  return (
    <SubmitDialog
      cancelLabel={null}
      open
      onOpenChange={close}
      submit={submit}
      title="Text Notification Setup"
      description="We’ll text this number when there’s news about a ticket, your case with a lawyer or a missing ticket you reported. You’ll also get reminders of due dates and court dates, unless you turned them off under Account."
      action="Turn on texts"
      working="Submitting..."
      block
      disabled={phone === ""}
      contentBelow={
        numbers.length > 0 && (
          <div className={css.numbers}>
            <h3>Your numbers for texts</h3>
            <ul>
              {numbers.map(({ id, phoneNumber, confirmedAt, state }) => (
                <li key={id} className={css.number}>
                  {formatPhone(phoneNumber)}
                  <NumberState number={{ confirmedAt, state }} />
                  {!confirmedAt && !state && reminders.data?.canText && (
                    <Button
                      variant="text"
                      compact
                      onClick={() => setNumberToConfirm({ id, phoneNumber })}
                    >
                      Enter code
                      <span className="visually-hidden"> for {formatPhone(phoneNumber)}</span>
                    </Button>
                  )}
                  <Button
                    variant="text"
                    compact
                    loading={turningOff.isBusy(id)}
                    onClick={() => turningOff.run(id)}
                  >
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
        {...submit.bind("phoneNumber", phone, (text) => setPhone(formatPhone(text)))}
      />
      <p className={css.hint}>Message and data rates may apply. You can turn texts off here.</p>
    </SubmitDialog>
  );
}
