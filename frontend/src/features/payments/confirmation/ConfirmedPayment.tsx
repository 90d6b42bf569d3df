import CircleCheck from "lucide-react/icons/circle-check";
import FileDown from "lucide-react/icons/file-down";
import Undo2 from "lucide-react/icons/undo-2";
import { download } from "@/api/download";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { buttonClass } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { cx } from "@/ui/cx";
import { Chip } from "@/ui/feedback/Chip";
import shapes from "@/ui/layout/shapes.module.css";
import { AfterPayment } from "./AfterPayment";
import { AnimatedCheck } from "./AnimatedCheck";
import css from "./ConfirmationPage.module.css";
import type { PaymentRecord } from "./confirmPayment";
import { LawyerContact } from "./LawyerContact";
import { Details } from "./receipt/Details";
import { describeNextDue, type Receipt, receiptOf } from "./receipt/receipt";
import { describePartialRefund, type RefundTexts, describeRefund } from "./receipt/refundTexts";

type Props = { record: PaymentRecord; onRecord: (record: PaymentRecord) => void };

export function ConfirmedPayment({ record, onRecord }: Props) {
  const receipt = receiptOf(record, Date.now());
  const refundTexts = describeRefund(record);
  useDocumentTitle(refundTexts?.title ?? receipt.title);
  return (
    <>
      <div className={css.moment}>
        {refundTexts ? (
          <RefundNotice texts={refundTexts} />
        ) : (
          <Success record={record} receipt={receipt} />
        )}
        {record.kind === "hire" && !refundTexts && (
          <LawyerContact hire={record.hire} onHire={(hire) => onRecord({ ...record, hire })} />
        )}
        {record.kind === "transaction" && !refundTexts && (
          <AfterPayment transaction={record.transaction} trail={record.afterwards.trail} />
        )}
        <NextDueCard afterwards={record.afterwards} />
        <div className={css.actions}>
          <Link className={buttonClass({ block: true })} to={paths.profile()}>
            Return to Dashboard
          </Link>
          <DownloadLink
            href={receipt.file}
            onDownload={download}
            failureText="We couldn’t download the receipt. Your payment is recorded. Please try again."
            icon={<FileDown size={20} aria-hidden="true" />}
            variant="secondary"
            block
          >
            Download Receipt
          </DownloadLink>
        </div>
      </div>
      <Details receipt={receipt} />
    </>
  );
}

function Success({ record, receipt }: { record: PaymentRecord; receipt: Receipt }) {
  const partialRefund = describePartialRefund(record);
  return (
    <section className={css.success} role="status">
      <AnimatedCheck />
      <h1>{receipt.title}</h1>
      <Chip tone="good" icon={<CircleCheck aria-hidden="true" />}>
        {receipt.badge}
      </Chip>
      {receipt.showsAmount && <p className={shapes.total}>{receipt.amount}</p>}
      {partialRefund && <p>{partialRefund}</p>}
    </section>
  );
}

/** Shown if the page is opened again after a full refund, a chargeback or the cancellation of the hire. */
function RefundNotice({ texts: { title, badge, text } }: { texts: RefundTexts }) {
  return (
    <section className={css.success} role="status">
      <h1>{title}</h1>
      <Chip tone="info" icon={<Undo2 aria-hidden="true" />}>
        {badge}
      </Chip>
      {text && <p>{text}</p>}
    </section>
  );
}

/** Says how many items are still due, with a link to them. */
function NextDueCard({ afterwards }: Pick<PaymentRecord, "afterwards">) {
  const isCaughtUp = afterwards.left === 0;
  return (
    <section
      className={cx(shapes.surface, css.next, isCaughtUp && css.done)}
      aria-labelledby="next"
    >
      <h2 id="next">{isCaughtUp ? "No other payments due here" : "What’s next"}</h2>
      <p>{describeNextDue(afterwards, new Date())}</p>
      {!isCaughtUp && <Link to={paths.due()}>See everything you owe</Link>}
    </section>
  );
}
