import { type ReactNode, useId, useState } from "react";
import { describeRefusal } from "@/parts/forms/describeRefusal";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Alert } from "@/ui/feedback/Alert";
import { TextField } from "@/ui/forms/TextField";
import { refresh } from "../../desk/live/refresh";
import { BASES, type Claim, VERIFIED_LISTS } from "./claims";

type Props = DialogProps & {
  claim: Claim;
  title: string;
  description: string;
  send: (basis: string) => Promise<void>;
  /** Texts for failed calls, by the error's code. */
  refusals?: Readonly<Record<string, string>>;
  children?: ReactNode;
};

/** Asks staff which document or record a verification is based on. */
export function BasisDialog({ claim, send, refusals = {}, children, ...dialog }: Props) {
  const [basis, setBasis] = useState("");
  const bases = useId();
  const submit = useSubmit(
    () => ({ basis: basis.trim().length < 3 ? "Enter what you checked to verify it." : undefined }),
    async () => {
      try {
        await send(basis.trim());
      } finally {
        await refresh(...VERIFIED_LISTS);
      }
      dialog.onOpenChange(false);
    },
    (error) => describeRefusal(error, refusals),
  );
  return (
    <SubmitDialog {...dialog} submit={submit} action="Verify" working="Verifying...">
      {submit.errors.claim && <Alert>{submit.errors.claim}</Alert>}
      <TextField
        label="What you checked"
        list={bases}
        autoComplete="off"
        maxLength={200}
        hint="Name the document or record. Your entry stays on file."
        {...submit.bind("basis", basis, setBasis)}
      />
      <datalist id={bases}>
        {BASES[claim].map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
      {submit.errors.plateFrom && <Alert>{submit.errors.plateFrom}</Alert>}
      {children}
    </SubmitDialog>
  );
}
