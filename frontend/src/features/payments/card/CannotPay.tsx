import CircleCheck from "lucide-react/icons/circle-check";
import Clock from "lucide-react/icons/clock";
import FileQuestion from "lucide-react/icons/file-question";
import Scale from "lucide-react/icons/scale";
import type { ReactNode } from "react";
import { type PaymentKind, paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { Reference } from "@/parts/Reference";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { ErrorState } from "@/ui/layout/ErrorState";
import { Notice } from "@/ui/layout/Notice";
import { DESPITE_LAWYER, type StartFailure } from "./startFailure";

type Props = {
  failure: Exclude<StartFailure, { kind: "amountChanged" }>;
  type: PaymentKind;
  onRetry: () => void;
  onPayDespiteLawyer: () => void;
};

/** Shown instead of the card form. Says why nothing can be paid now and what to do. */
export function CannotPay(props: Props) {
  return (
    <Card>
      <StopReason {...props} />
    </Card>
  );
}

function StopReason({ failure, type, onRetry, onPayDespiteLawyer }: Props): ReactNode {
  const profileLink = (
    <Link className={buttonClass({ variant: "secondary" })} to={paths.profile()}>
      Your driving profile
    </Link>
  );
  const hiresLink = (
    <Link className={buttonClass({ variant: "secondary" })} to={paths.legalHelp()}>
      Your legal help
    </Link>
  );
  switch (failure.kind) {
    case "alreadyPaid":
      return (
        <Notice
          icon={<CircleCheck aria-hidden="true" />}
          title={PAID_TITLES[type]}
          action={type === "lawyer" ? hiresLink : profileLink}
        >
          Nothing more will be charged.
        </Notice>
      );
    case "processing":
      return (
        <Notice
          icon={<Clock aria-hidden="true" />}
          title="Your bank is still processing a payment for this"
          action={
            <Button variant="secondary" onClick={onRetry}>
              Check again
            </Button>
          }
        >
          Please wait a minute. You won’t be charged twice.
        </Notice>
      );
    case "lawyerIsWorking":
      return (
        <Notice
          icon={<Scale aria-hidden="true" />}
          title="Pay this ticket even though you hired a lawyer?"
          action={
            <>
              {hiresLink}
              <Button variant="danger" onClick={onPayDespiteLawyer}>
                Pay anyway
              </Button>
            </>
          }
        >
          {DESPITE_LAWYER}
        </Notice>
      );
    case "notFound":
      return (
        <Notice
          icon={<FileQuestion aria-hidden="true" />}
          title="We couldn’t find this on your record"
          action={profileLink}
        >
          It may have been removed. Nothing has been charged.
        </Notice>
      );
    case "refused":
      return (
        <Notice
          icon={<FileQuestion aria-hidden="true" />}
          title={failure.message}
          action={profileLink}
        >
          {!failure.isEarlierCharged && "Nothing has been charged."}
        </Notice>
      );
    case "down":
      return (
        <ErrorState title="We couldn’t set up the payment" onRetry={onRetry}>
          {failure.message} You have not been charged.
          <Reference reference={failure.reference ?? null} />
        </ErrorState>
      );
  }
}

const PAID_TITLES: Record<PaymentKind, string> = {
  ticket: "This ticket is already paid",
  parking: "This parking ticket is already paid",
  toll: "This toll is already paid",
  lawyer: "This ticket is already paid, or you already hired a lawyer for it",
};
