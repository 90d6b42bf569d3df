import type { LegalCase } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { toast } from "@/ui/overlays/toast";
import { postEndCase } from "../calls";

type Props = DialogProps &
  CaseProps & {
    /** The price of the hire, in cents. */
    cents: number;
  };

/** Returns what happens to the money if the case ends now. */
function refundText(legalCase: LegalCase, cents: number): string {
  if (legalCase.refundAtEnd === null)
    return "Your lawyer has already filed papers with the court. Our team will decide on the refund together with you and your lawyer.";
  const refund = centsOf(legalCase.refundAtEnd);
  if (refund === cents)
    return `We’ll refund the full ${formatCents(cents)} to the card you paid with.`;
  if (refund === 0) return "Your lawyer has earned the full amount, so nothing is left to refund.";
  return `Your lawyer has earned part of the amount. We’ll refund the remaining ${formatCents(refund)} to the card you paid with.`;
}

/** Asks for confirmation before the driver ends a case, and says what happens to the money. */
export default function EndDialog({ legalCase, onChanged, refetch, cents, ...dialog }: Props) {
  const refund = legalCase.refundAtEnd === null ? null : centsOf(legalCase.refundAtEnd);
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        onChanged(next);
        toast({
          title: "Case Ended",
          description: refund
            ? `Your refund of ${formatCents(refund)} is on its way.`
            : refund === 0
              ? "Your lawyer will stop working on your ticket."
              : "We’ll let you know how much we’ll refund.",
        });
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => ({}),
    () => postEndCase(legalCase.id, legalCase.version),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="End this case?"
      action="End case"
      working="Ending..."
      cancelLabel="Keep my lawyer"
      danger
    >
      <p>{refundText(legalCase, cents)}</p>
      <p>
        Your lawyer will stop working on your ticket. You still have to pay or fight it by its due
        date.
      </p>
    </SubmitDialog>
  );
}
