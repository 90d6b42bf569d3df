import { useState } from "react";
import type { Reminders, User } from "@/api/types";
import { formatPhone, isPhone, keepPhoneDigits } from "@/lib/phone";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useCallPerRow } from "@/parts/forms/useCallPerRow";
import { failureText, useSubmit } from "@/parts/forms/useSubmit";
import { CodeDialog } from "@/parts/notices/CodeDialog";
import { NumberState } from "@/parts/notices/NumberState";
import { Button } from "@/ui/buttons/Button";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { deleteNumber, postNumber } from "../../calls";
import css from "../AccountPage.module.css";
import own from "./Reminders.module.css";

type Props = { user: User; data: Reminders; onChanged: () => Promise<unknown> };
type NumberToConfirm = { id: number; phoneNumber: string };

/** The phone numbers for text messages. A number is confirmed with a code, and turned off if its owner texts STOP. */
export function PhoneNumbers({ user, data, onChanged }: Props) {
  const [adding, setAdding] = useState(false);
  const [confirming, setConfirming] = useState<NumberToConfirm | null>(null);
  const removing = useCallPerRow(async (id) => {
    try {
      await deleteNumber(id);
      await onChanged();
    } catch (error) {
      toast({ title: "Error", description: failureText(error), variant: "destructive" });
    }
  });
  return (
    <>
      {!data.canText && <p className={css.soft}>We can’t send texts right now.</p>}
      <FocusKeeper>
        <ul>
          {data.numbers.map((number) => (
            <li key={number.id} className={own.number}>
              <span className={own.digits}>{formatPhone(number.phoneNumber)}</span>
              <NumberState number={number} />
              <span className={own.actions}>
                {!number.confirmedAt && !number.state && data.canText && (
                  <Button variant="text" compact onClick={() => setConfirming(number)}>
                    Enter code
                    <span className="visually-hidden"> for {formatPhone(number.phoneNumber)}</span>
                  </Button>
                )}
                <Button
                  variant="text"
                  compact
                  loading={removing.isBusy(number.id)}
                  onClick={() => removing.run(number.id)}
                >
                  Remove
                  <span className="visually-hidden"> {formatPhone(number.phoneNumber)}</span>
                </Button>
              </span>
              {number.state && (
                <p className={css.soft}>
                  {number.state === "stopped"
                    ? "You asked us to stop texting this number. Text START from this number to get texts again."
                    : "We paused texts to this number until we’ve read your reply. To get texts again now, text START from it."}
                </p>
              )}
            </li>
          ))}
        </ul>
      </FocusKeeper>
      {data.canText && data.numbers.length < 5 && (
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setAdding(true)}>
          {data.numbers.length === 0 ? "Turn on texts" : "Add a number"}
        </Button>
      )}
      {adding && (
        <NumberDialog
          open
          onOpenChange={setAdding}
          user={user}
          onRequested={(request) => {
            setAdding(false);
            void onChanged();
            if (!data.numbers.some(({ id, confirmedAt }) => id === request.id && confirmedAt))
              setConfirming(request);
          }}
        />
      )}
      {confirming && (
        <CodeDialog
          open
          onOpenChange={() => setConfirming(null)}
          number={confirming}
          onConfirmed={onChanged}
        />
      )}
    </>
  );
}

type NumberProps = DialogProps & { user: User; onRequested: (number: NumberToConfirm) => void };

function NumberDialog({ user, onRequested, ...dialog }: NumberProps) {
  const [phone, setPhone] = useState(formatPhone(user.phoneNumber ?? ""));
  const submit = useSubmit(
    () => (isPhone(phone) ? {} : { phoneNumber: "Please enter all 10 digits." }),
    async () => onRequested(await postNumber(user.id, keepPhoneDigits(phone))),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Get Texts at This Number"
      description="We’ll text you about due dates, court dates and changes. First we’ll send a code to confirm it’s your number."
      action="Send code"
      working="Sending..."
      cancelLabel={null}
    >
      <TextField
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="(555) 123-4567"
        {...submit.bind("phoneNumber", phone, (typed) => setPhone(formatPhone(typed)))}
      />
      <p className={css.soft}>
        Message and data rates may apply. Reply STOP to any text to stop all texts.
      </p>
    </SubmitDialog>
  );
}
