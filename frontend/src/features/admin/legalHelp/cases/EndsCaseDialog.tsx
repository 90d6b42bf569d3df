import type { HireStatus, LawyerHire } from "@/api/types";
import { isKeyOf } from "@/lib/labels";
import { handlingOf, isDecided, isFinished, stepLabel } from "@/parts/legalHelp/cases/caseLabels";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";
import { useActions } from "../../queue/actions";
import type { OpenDialog } from "../../queue/declaration";
import { HIRE_TONES, setStatus } from "../hireChanges";

/**
 * Returns the name of the dialog that asks whether a hire's case ends when staff set this status; null if there is
 * nothing to ask. Only a lawyer's open case can continue after its hire is closed. A case that staff handle ends with
 * the hire, and a decided case can't be canceled.
 */
export function dialogForStatus(hire: LawyerHire, status: HireStatus): string | null {
  const isClosing = status === "Completed" || status === "Cancelled";
  if (!isClosing || handlingOf(hire) !== "matched" || !hire.caseStep) return null;
  if (isFinished({ step: hire.caseStep })) return null;
  return isDecided(hire.caseStep) && status === "Cancelled" ? null : status;
}

/**
 * Describes what each answer does. Ending a case that the court hasn't decided cancels its hire.
 */
function describeAnswers(status: HireStatus, isUndecided: boolean): string {
  const ending = isUndecided
    ? "End it: the hire becomes Cancelled. The driver gets the full price back if they can still cancel, otherwise what the lawyer hasn’t earned."
    : `End it: the case is closed, and the hire becomes ${status}.`;
  return `Keep it open: the lawyer keeps working. The hire becomes ${status}, with “Set by staff” next to it. ${ending}`;
}

type Props = { openedDialog: OpenDialog<LawyerHire> | null; close: () => void };

/** Asks whether the case should end when staff set a hire's status. The dialog's name is that status. */
export function EndsCaseDialog({ openedDialog, close }: Props) {
  const { apply } = useActions<LawyerHire>();
  const hire: LawyerHire | undefined = openedDialog?.rows[0];
  const status = openedDialog?.dialog ?? "";
  if (!hire || !isKeyOf(HIRE_TONES, status)) return null;
  const applyStatus = (endsCase: boolean) => {
    close();
    void apply(hire, setStatus(hire, status, endsCase));
  };
  const step = hire.caseStep ? stepLabel(hire.caseStep).text : "open";
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title="End the case too?"
      description={`The case of hire ${hire.id} is still open (${step}). ${describeAnswers(status, !hire.caseStep || !isDecided(hire.caseStep))}`}
      footer={
        <>
          <Button variant="secondary" onClick={close}>
            Cancel
          </Button>
          <Button variant="secondary" data-first="" onClick={() => applyStatus(false)}>
            Keep case open
          </Button>
          <Button variant="danger" onClick={() => applyStatus(true)}>
            End the case
          </Button>
        </>
      }
    />
  );
}
