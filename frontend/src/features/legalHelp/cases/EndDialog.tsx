import type { CaseStep } from "@/api/types";
import { formatCents } from "@/lib/money";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { toast } from "@/ui/overlays/toast";
import { postEnd } from "../calls";

type Props = DialogProps &
  CaseProps & {
    /** The price of the hire, in cents. */
    cents: number;
  };

/** Steps before the lawyer has filed an appearance. Ending the case then returns the full price. */
const BEFORE_APPEARANCE = new Set<CaseStep>([
  "hired",
  "offered",
  "conflict_cleared",
  "accepted",
  "agreement_signed",
]);

/** Asks for confirmation before the driver ends a case, and says what happens to the money. */
export default function EndDialog({ of, onChanged, reread, cents, ...dialog }: Props) {
  const isFull = BEFORE_APPEARANCE.has(of.step);
  const price = formatCents(cents);
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        onChanged(next);
        toast({
          title: "Case Ended",
          description: isFull
            ? `Your refund of ${price} is on its way.`
            : "We’ll let you know how much we’ll refund.",
        });
        dialog.onOpenChange(false);
      },
      reread,
    },
    () => ({}),
    () => postEnd(of.id, of.version),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="End this case?"
      action="End case"
      working="Ending..."
      keep="Keep my lawyer"
      danger
    >
      <p>
        {isFull
          ? `We’ll refund the full ${price} to the card you paid with.`
          : "Your lawyer has already filed papers with the court. Our team will decide on the refund together with you and your lawyer."}
      </p>
      <p>
        Your lawyer will stop working on your ticket. You still have to pay or fight it by its due
        date.
      </p>
    </SubmitDialog>
  );
}
