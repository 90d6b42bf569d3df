import { BadgeCheck, FileDown } from "lucide-react";
import { download } from "@/api/download";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { buttonClass } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import css from "./ConfirmationPage.module.css";
import type { PaymentRecord } from "./confirmPayment";
import { Details } from "./Details";
import { DrawnCheck } from "./DrawnCheck";
import { LawyerContact } from "./LawyerContact";
import { nextText, receiptOf } from "./receipt";
import shapes from "@/ui/layout/shapes.module.css";

type Props = { record: PaymentRecord; onRecord: (record: PaymentRecord) => void };

export function Confirmed({ record, onRecord }: Props) {
  const receipt = receiptOf(record, Date.now());
  useDocumentTitle(receipt.title);
  return (
    <>
      <section className={css.success} role="status">
        <DrawnCheck />
        <h1 className={css.title}>{receipt.title}</h1>
        <Chip tone="good" icon={<BadgeCheck aria-hidden="true" />}>
          {receipt.badge}
        </Chip>
        {receipt.amountShown && <p className={shapes.total}>{receipt.amount}</p>}
      </section>
      {record.of === "hire" && (
        <LawyerContact hire={record.hire} onHire={(hire) => onRecord({ ...record, hire })} />
      )}
      <Details receipt={receipt} />
      <p className={css.next}>{nextText(record.afterwards)}</p>
      <div className={css.actions}>
        <Link className={buttonClass({ block: true })} to={paths.profile()}>
          Return to Dashboard
        </Link>
        <DownloadLink
          href={receipt.file}
          onDownload={download}
          failed="The receipt didn’t download. Your payment is recorded; please try again."
          icon={<FileDown size={20} aria-hidden="true" />}
          variant="secondary"
          block
        >
          Download Receipt
        </DownloadLink>
      </div>
    </>
  );
}
