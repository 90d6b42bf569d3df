import { useState } from "react";
import type { CaseAction } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import type { CaseChange } from "@/parts/legalHelp/cases/ChangeDialog";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Button } from "@/ui/buttons/Button";
import { FocusKeeper } from "@/ui/FocusKeeper";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import {
  postContacted,
  postEndCase,
  postMoneyBack,
  postReassign,
  postSkipLawyer,
} from "../caseCalls";
import css from "./cases.module.css";

const loadChange = () => import("@/parts/legalHelp/cases/ChangeDialog");
const loadCourt = () => import("./CourtDialog");

type Reasoned = Extract<CaseAction, "skip" | "reassign" | "end">;

/** Changes of a case for which staff must enter a reason. */
const CHANGES: Record<Reasoned, CaseChange & { button: string }> = {
  skip: {
    button: "Skip this lawyer",
    title: "Skip this lawyer?",
    description: "We’ll offer the case to the next lawyer, in order. You can’t choose who that is.",
    reasonHint: "Such as a conflict of interest or an absence. Only staff can read it.",
    action: "Skip lawyer",
    working: "Skipping...",
    send: ({ id, version }, reason) => postSkipLawyer(id, { reason, version }),
    success: { title: "Lawyer Skipped", description: "The case goes to the next lawyer." },
  },
  reassign: {
    button: "Find another lawyer",
    title: "Find another lawyer?",
    description:
      "We’ll take the case away from this lawyer and offer it to others. We’ll notify the driver.",
    reasonHint: "The driver will see this.",
    action: "Find another lawyer",
    working: "Saving...",
    danger: true,
    send: ({ id, version }, reason) => postReassign(id, { reason, version }),
    success: {
      title: "Finding Another Lawyer",
      description: "We’re offering the case to other lawyers.",
    },
  },
  end: {
    button: "End case",
    title: "End this case?",
    description:
      "Any lawyer on the case will stop working on the ticket. While the driver can still cancel, we refund the full price. After that, we refund what the lawyer hasn’t earned.",
    reasonHint: "The driver will see this.",
    action: "End case",
    working: "Ending...",
    danger: true,
    send: ({ id, version }, reason) => postEndCase(id, { reason, version }),
    success: {
      title: "Case Ended",
      description: "We’ll notify the driver, and the lawyer if there is one.",
    },
  },
};
/** Texts of the dialog that refunds a lost case under the guarantee. */
const moneyBackChange = (amount: string): CaseChange => ({
  title: "Refund this lost case?",
  description: `Under the guarantee, we refund ${amount} to the driver’s card. The court’s decision stays.`,
  action: `Refund ${amount}`,
  working: "Refunding...",
  send: ({ id, version }) => postMoneyBack(id, version),
  success: { title: "Refund Started", description: "We’ll notify the driver." },
});
const REASONED = ["skip", "reassign", "end"] as const;

/** Buttons for the calls that staff may make on a case. */
export function CaseActions(props: CaseProps) {
  const { legalCase } = props;
  const [openDialog, setOpenDialog] = useState<Reasoned | "court" | "money_back" | null>(null);
  const isAllowed = (action: CaseAction) => legalCase.actions.includes(action);
  const amount = formatCents(centsOf(legalCase.moneyBack ?? "0"));
  const close = (open: boolean) => open || setOpenDialog(null);
  const contacted = useCaseSubmit(
    {
      ...props,
      onChanged: (next) => {
        props.onChanged(next);
        toast({ title: "Contact Recorded", description: "The driver has been contacted." });
      },
    },
    () => ({}),
    () => postContacted(legalCase.id),
  );
  return (
    <FocusKeeper className={css.case}>
      {isAllowed("contacted") && (
        <SubmitForm submit={contacted}>
          <div className={css.buttons}>
            <Button type="submit" compact loading={contacted.busy} loadingText="Saving...">
              Record contact
            </Button>
          </div>
        </SubmitForm>
      )}
      <div className={css.buttons}>
        {REASONED.filter(isAllowed).map((action) => (
          <Button
            key={action}
            variant={action === "end" ? "danger" : "secondary"}
            compact
            aria-haspopup="dialog"
            onClick={() => setOpenDialog(action)}
          >
            {CHANGES[action].button}
          </Button>
        ))}
        {isAllowed("money_back") && (
          <Button compact aria-haspopup="dialog" onClick={() => setOpenDialog("money_back")}>
            Refund {amount}
          </Button>
        )}
        {isAllowed("correct_court") && (
          <Button
            variant="secondary"
            compact
            aria-haspopup="dialog"
            onClick={() => setOpenDialog("court")}
          >
            Change court
          </Button>
        )}
      </div>
      {openDialog && openDialog !== "court" && (
        <LazyDialog
          load={loadChange}
          open
          onOpenChange={close}
          change={openDialog === "money_back" ? moneyBackChange(amount) : CHANGES[openDialog]}
          {...props}
        />
      )}
      <LazyDialog load={loadCourt} open={openDialog === "court"} onOpenChange={close} {...props} />
    </FocusKeeper>
  );
}
