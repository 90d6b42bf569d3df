import FileDown from "lucide-react/icons/file-down";
import { useEffect, useRef, useState } from "react";
import { mutate } from "swr";
import { ApiError } from "@/api/client";
import { download } from "@/api/download";
import type { PaidItem, SecondBill as SecondBillReport, SecondBillOutcome } from "@/api/types";
import { shortDate } from "@/lib/dates";
import { files } from "@/lib/paths";
import { lookUpLabel } from "@/lib/labels";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Alert } from "@/ui/feedback/Alert";
import css from "./BilledAgain.module.css";
import { HISTORY_KEY, postBilledAgain } from "./calls";
import { dayOf } from "./trailSteps";

const OUTCOMES: Record<SecondBillOutcome, string> = {
  accepted: "The court or agency accepted your payment. You don’t need to pay the bill.",
  sent_again: "We sent your payment again. You don’t need to pay the bill.",
  refunded: "We refunded your payment. You need to pay the bill yourself.",
  another_bill:
    "The bill is for something different from what you paid. Your payment doesn’t cover it, so pay or contest it by its due date.",
};

const REFUSALS: Readonly<Record<string, string>> = {
  nothing_to_prove: "This payment was refunded in the meantime. Please reload the page.",
  too_many_cases: "You’ve reported five bills today. Please call us to report more.",
};

type Props = {
  item: PaidItem & { transactionId: number };
  itemName: string;
  /** Whether there is a letter that proves the payment. False for a payment that was refunded. */
  hasLetter: boolean;
};

/**
 * A button for a driver to report that they were billed again for something they paid. After the report, shows its
 * state and a letter for the court or agency. Once staff have resolved the report, the driver can report another
 * bill.
 */
export function BilledAgain({ item, itemName, hasLetter }: Props) {
  const [report, setReport] = useState<SecondBillReport | null>(null);
  const [state, setState] = useState<{ busy: boolean; error?: string }>({ busy: false });
  const text = useRef<HTMLParagraphElement>(null);
  // Shows the new report until the item has been read again. The item then includes the report,
  // perhaps with its outcome.
  const current = report && item.billedAgain?.id !== report.id ? report : item.billedAgain;
  const isOpen = current !== null && current.settledAt === null;
  // The button is gone, so the focus moves to the text that replaced it.
  useEffect(() => {
    if (report) text.current?.focus({ preventScroll: true });
  }, [report]);

  async function sendReport() {
    setState({ busy: true });
    try {
      setReport(await postBilledAgain(item.transactionId));
      setState({ busy: false });
      void mutate((key) => Array.isArray(key) && key[0] === HISTORY_KEY);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      setState({ busy: false, error: (code && REFUSALS[code]) ?? failureText(error) });
    }
  }
  const hiddenLabel = (
    <span className="visually-hidden">
      : {itemName}, {item.confirmationNumber}
    </span>
  );
  return (
    <div className={css.billed}>
      {current && (
        <p className={css.said} ref={text} tabIndex={-1}>
          {describeReport(current, hasLetter)}
        </p>
      )}
      {state.error && <Alert>{state.error}</Alert>}
      {hasLetter && (
        <div className={css.row}>
          {current && (
            <DownloadLink
              href={files.courtLetter(item.transactionId)}
              onDownload={download}
              failureText="We couldn’t download the letter. Please try again."
              icon={<FileDown size={18} aria-hidden="true" />}
              variant="text"
              compact
            >
              Letter for the court or agency
              {hiddenLabel}
            </DownloadLink>
          )}
          {!isOpen && (
            <Button variant="text" compact loading={state.busy} onClick={() => void sendReport()}>
              <span>
                I got another bill for this
                {hiddenLabel}
              </span>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function describeReport(report: SecondBillReport, hasLetter: boolean): string {
  const { openedAt, settledAt, outcome, note } = report;
  const day = (time: string) => shortDate(dayOf(time), new Date());
  if (settledAt === null || outcome === null) {
    const start = `On ${day(openedAt)} you told us you got another bill for this.`;
    return hasLetter
      ? `${start} Don’t pay twice. Our team will look into it and email you. The letter below shows the court or agency what you paid.`
      : `${start} Our team will look into it and email you.`;
  }
  return `You got another bill for this. We resolved it on ${day(settledAt)}. ${lookUpLabel(OUTCOMES, outcome) ?? ""} Note from our staff: ${note ?? ""}`;
}
