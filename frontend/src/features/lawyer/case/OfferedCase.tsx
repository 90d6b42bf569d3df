import { useState } from "react";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { formatMoment } from "@/parts/dates/formatMoment";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import type { CaseChange } from "@/parts/legalHelp/cases/ChangeDialog";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { postAccept, postDecline } from "../calls";
import css from "../lawyer.module.css";

const loadChange = () => import("@/parts/legalHelp/cases/ChangeDialog");

const DECLINE: CaseChange = {
  title: "Decline this case?",
  description: "We’ll offer it to the next lawyer. You won’t get it again.",
  reasonHint: "Only our team sees this, not the driver. Don’t include anything confidential.",
  action: "Decline",
  working: "Declining...",
  danger: true,
  // Ignores the response, because the lawyer no longer has the case.
  send: (legalCase, reason) =>
    postDecline(legalCase.id, { reason, version: legalCase.version }).then(() => legalCase),
  success: { title: "Case Declined", description: "We’ll offer it to another lawyer." },
};

/** An offered case: the lawyer checks for a conflict of interest, then accepts or declines. */
export function OfferedCase({ now, ...props }: CaseProps & { now: number }) {
  const { legalCase } = props;
  const [isDeclining, setIsDeclining] = useState(false);
  const navigate = useNavigate();
  const submit = useCaseSubmit(
    {
      ...props,
      onChanged: (next) => {
        props.onChanged(next);
        toast({
          title: "Case Accepted",
          description: "We’ve notified the driver. Next, send your agreement.",
        });
      },
    },
    () => ({}),
    () => postAccept(legalCase.id, legalCase.version),
  );
  return (
    <Card title="Will you take this case?">
      <SubmitForm
        submit={submit}
        failureTitle={{
          refused: "You haven’t accepted this case",
          unclear: "We couldn’t confirm your answer",
        }}
      >
        <p>
          Check the driver’s name, the court and the citation for a conflict of interest. You’ll see
          the other details once you accept.
        </p>
        {legalCase.answerBy && (
          <p className={css.soft}>Answer by {formatMoment(legalCase.answerBy, now)}.</p>
        )}
        <div className={css.buttons}>
          <Button type="submit" loading={submit.busy} loadingText="Accepting...">
            No conflict, accept
          </Button>
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsDeclining(true)}>
            Decline
          </Button>
        </div>
      </SubmitForm>
      <LazyDialog
        load={loadChange}
        open={isDeclining}
        onOpenChange={setIsDeclining}
        change={DECLINE}
        {...props}
        onChanged={(next) => {
          props.onChanged(next);
          navigate(paths.lawyer());
        }}
      />
    </Card>
  );
}
