import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import FileQuestion from "lucide-react/icons/file-question";
import ReceiptText from "lucide-react/icons/receipt-text";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import { formatDecimal } from "@/lib/money";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { describeFailure } from "@/parts/failure";
import { referenceOf } from "@/parts/failureReference";
import { Reference } from "@/parts/Reference";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { Card } from "@/ui/layout/Card";
import { Notice } from "@/ui/layout/Notice";
import css from "./ConfirmationPage.module.css";
import type { ConfirmationQuery } from "./confirmationQuery";
import type { Confirmation } from "./useConfirmation";

/** Placeholder for the confirmation, in the same size, while the server checks the payment. */
export function ConfirmationLoading() {
  useDocumentTitle("Confirming your payment");
  return (
    <>
      <h1 className="visually-hidden">Confirming your payment</h1>
      <Loading
        label="Confirming your payment"
        slowText="Your bank is still processing it. Please keep this page open."
      >
        <div className={css.loading}>
          <Skeleton width="72px" height="72px" round />
          <p className={css.loadingText}>Confirming your payment…</p>
          <Skeleton height="20rem" />
        </div>
      </Loading>
    </>
  );
}

type NoRecordState = Exclude<Confirmation, { state: "asking" | "confirmed" }>;
type State = Exclude<NoRecordState["state"], "refunded" | "unread">;
type Props = {
  result: NoRecordState;
  query: ConfirmationQuery;
  onRetry: () => void;
  retrying: boolean;
};

/** Shown if there is no record of the payment. Says why, and what the driver can do. */
export function NoConfirmation({ result, query, onRetry, retrying }: Props) {
  const { state } = result;
  const { title, icon, text, retry } = explainNoRecord(result);
  const { type, cents, id } = query;
  useDocumentTitle(title);
  const canPay = state === "notPaid" && cents !== null && id !== null;
  return (
    <Card>
      <div role="alert">
        <Notice
          icon={icon}
          title={title}
          isMainHeading
          action={
            <div className={css.ways}>
              {canPay && (
                <Link
                  className={buttonClass({ block: true })}
                  to={paths.pay({ type, amount: formatDecimal(cents), id, step: "pay" })}
                >
                  Back to payment
                </Link>
              )}
              {retry && (
                <Button block onClick={onRetry} loading={retrying}>
                  {retry}
                </Button>
              )}
              <Link
                className={buttonClass({ variant: "secondary", block: true })}
                to={paths.profile()}
              >
                Return to Dashboard
              </Link>
            </div>
          }
        >
          {text}
        </Notice>
      </div>
    </Card>
  );
}

type Explanation = { title: string; icon: ReactNode; text: ReactNode; retry?: string };

const EXPLANATIONS: Record<State, Explanation> = {
  nothing: {
    title: "There is no payment to confirm",
    icon: <ReceiptText aria-hidden="true" />,
    text: "You see this page after you make a payment. Your driving profile shows what’s paid and what’s due.",
  },
  notPaid: {
    title: "Your payment didn’t go through",
    icon: <CircleX aria-hidden="true" />,
    text: "You haven’t been charged. You can try again with this card or another one.",
  },
  paidTooLittle: {
    title: "The amount due has changed",
    icon: <Undo2 aria-hidden="true" />,
    text: "The amount went up before your payment arrived, so the new amount is still due. We’re refunding your payment in full.",
  },
  processing: {
    title: "Your bank is still processing this payment",
    icon: <Clock aria-hidden="true" />,
    text: "This can take a few minutes. You can leave this page. We’ll record the payment as soon as your bank confirms it. Please don’t pay again.",
    retry: "Check again",
  },
};

/** Returns the texts that say why there is no confirmation, and what to do. */
function explainNoRecord(result: NoRecordState): Explanation {
  switch (result.state) {
    case "refunded":
      return {
        title: "We’re refunding your payment",
        icon: <Undo2 aria-hidden="true" />,
        text: `${result.reason ?? "Your payment is being refunded in full."} You don’t need to do anything.`,
      };
    case "unread":
      return describeFailedCheck(result.error);
    default:
      return EXPLANATIONS[result.state];
  }
}

/** Returns the texts for a failed check of the payment, after which it is unknown whether the card was charged. */
function describeFailedCheck(error: unknown): Explanation {
  const { title, text, mayRetry } = describeFailure(error, "We couldn’t check your payment");
  if (!mayRetry) return { title, text, icon: <FileQuestion aria-hidden="true" /> };
  return {
    title,
    icon: <Clock aria-hidden="true" />,
    text: (
      <>
        If your card was charged, we’ll record the payment automatically. Please don’t pay again.{" "}
        {text}
        <Reference reference={referenceOf(error)} />
      </>
    ),
    retry: "Check again",
  };
}
