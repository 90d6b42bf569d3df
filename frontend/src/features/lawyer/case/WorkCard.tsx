import { useState } from "react";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import type { CaseChange } from "@/parts/legalHelp/cases/ChangeDialog";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { postContacted, postWithdraw } from "../calls";
import css from "../lawyer.module.css";

const loadAgreement = () => import("./AgreementDialog");
const loadStep = () => import("./StepDialog");
const loadChange = () => import("@/parts/legalHelp/cases/ChangeDialog");

const WITHDRAW: CaseChange = {
  title: "Withdraw from this case?",
  description:
    "You’ll no longer work on this case, and we’ll refund the driver what you haven’t earned. If you filed an appearance, this doesn’t withdraw it. You may need the court’s permission for that.",
  reasonHint: "The driver and our team will see this.",
  action: "Withdraw",
  working: "Withdrawing...",
  danger: true,
  // Ignores the response, because the page returns to the list.
  send: (legalCase, reason) =>
    postWithdraw(legalCase.id, { reason, version: legalCase.version }).then(() => legalCase),
  success: { title: "You Withdrew", description: "We’ve notified the driver and our team." },
};

type DialogName = "agreement" | "step" | "withdraw";

/** The lawyer's actions in an accepted case. */
export function WorkCard(props: CaseProps) {
  const { actions, agreement } = props.legalCase;
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const navigate = useNavigate();
  const dialogProps = (name: DialogName) => ({
    open: openDialog === name,
    onOpenChange: (open: boolean) => setOpenDialog(open ? name : null),
    ...props,
  });
  const mayRecord = actions.includes("record_step");
  const maySend = actions.includes("send_agreement");
  const mayWithdraw = actions.includes("withdraw");
  const contacted = useCaseSubmit(
    {
      ...props,
      onChanged: (next) => {
        props.onChanged(next);
        toast({
          title: "Contact Recorded",
          description: "Our team can see that you contacted the driver.",
        });
      },
    },
    () => ({}),
    () => postContacted(props.legalCase.id),
  );
  if (actions.length === 0) return null;
  return (
    <Card title="Your work">
      {actions.includes("contacted") && (
        <SubmitForm submit={contacted} className={css.contact}>
          <p>
            We promised the driver a call or an email within 12 hours of the payment. Once you’ve
            reached them, confirm it here.
          </p>
          <div className={css.buttons}>
            <Button
              type="submit"
              variant="secondary"
              loading={contacted.busy}
              loadingText="Saving..."
            >
              I contacted the driver
            </Button>
          </div>
        </SubmitForm>
      )}
      <div className={css.buttons}>
        {maySend && (
          <Button
            variant={agreement ? "secondary" : "primary"}
            aria-haspopup="dialog"
            onClick={() => setOpenDialog("agreement")}
          >
            {agreement ? "Send another agreement" : "Send the agreement"}
          </Button>
        )}
        {mayRecord && (
          <Button
            variant={maySend ? "secondary" : "primary"}
            aria-haspopup="dialog"
            onClick={() => setOpenDialog("step")}
          >
            Record a step
          </Button>
        )}
        {mayWithdraw && (
          <Button variant="text" aria-haspopup="dialog" onClick={() => setOpenDialog("withdraw")}>
            Withdraw
          </Button>
        )}
      </div>
      <LazyDialog load={loadAgreement} {...dialogProps("agreement")} />
      <LazyDialog load={loadStep} {...dialogProps("step")} />
      <LazyDialog
        load={loadChange}
        {...dialogProps("withdraw")}
        change={WITHDRAW}
        onChanged={(next) => {
          props.onChanged(next);
          navigate(paths.lawyer());
        }}
      />
    </Card>
  );
}
