import { BadgeCheck, Printer } from "lucide-react";
import { useConfig, useSession } from "@/api/hooks";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { Button, buttonClass } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import css from "./ConfirmationPage.module.css";
import type { PaymentRecord } from "./confirmPayment";
import { Details } from "./Details";
import { DrawnCheck } from "./DrawnCheck";
import { LawyerContact } from "./LawyerContact";
import { receiptOf } from "./receipt";

type Props = { record: PaymentRecord; onRecord: (record: PaymentRecord) => void };

export function Confirmed({ record, onRecord }: Props) {
  const { user } = useSession();
  const { data: config } = useConfig();
  const receipt = receiptOf(record, Date.now());
  useDocumentTitle(receipt.title);
  return (
    <>
      <header className={css.letterhead}>
        <p className={css.company}>Lanewise</p>
        <p>Receipt for {user?.fullName ?? user?.email}</p>
        {config?.testMode && <p className={css.test}>TEST MODE: no real money moved</p>}
      </header>
      <section className={css.success} role="status">
        <DrawnCheck />
        <h1 className={css.title}>{receipt.title}</h1>
        <Chip tone="good" icon={<BadgeCheck aria-hidden="true" />}>
          {receipt.badge}
        </Chip>
        {receipt.amountShown && <p className={css.amount}>{receipt.amount}</p>}
      </section>
      {record.of === "hire" && (
        <LawyerContact hire={record.hire} onHire={(hire) => onRecord({ of: "hire", hire })} />
      )}
      <Details receipt={receipt} />
      <div className={css.actions}>
        <Link className={buttonClass({ block: true })} to={paths.profile()}>
          Return to Dashboard
        </Link>
        <Button
          variant="secondary"
          block
          icon={<Printer size={20} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          Download Receipt
        </Button>
      </div>
    </>
  );
}
