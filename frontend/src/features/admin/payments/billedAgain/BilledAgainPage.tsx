import FileDown from "lucide-react/icons/file-down";
import { useState } from "react";
import useSWR from "swr";
import { download } from "@/api/download";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { SecondBillCase } from "@/api/types";
import { files } from "@/lib/paths";
import { Link } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { FailureNotice } from "@/parts/FailureNotice";
import { TrailStages } from "@/parts/payments/TrailStages";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { deskPaths } from "../../desk/deskPaths";
import { RelativeTime } from "../../desk/RelativeTime";
import { Section } from "../../desk/Section";
import { QueueDesk } from "../../queue/view/QueueDesk";
import { dollars } from "../../queue/format";
import { DriverLink } from "../../table/cells/DriverLink";
import { RowAction } from "../../table/cells/RowAction";
import type { RowColumn } from "../../table/rows/Rows";
import { PlainTable } from "../remittances/PlainTable";
import { ProofLink } from "../remittances/proof/Proofs";
import css from "../remittances/remittances.module.css";
import { formatItem } from "../remittances/remittanceTexts";
import { BILLED_AGAIN_KEY, getSecondBills } from "./calls";
import { OUTCOMES } from "./outcomes";

const loadSettle = () => import("./SettleDialog");

const idOf = (row: SecondBillCase) => row.case.id;

const DRIVER: RowColumn<SecondBillCase> = {
  title: "Driver",
  cell: ({ obligation: { userId, driverName }, case: { openedAt } }) => (
    <>
      <DriverLink id={userId} name={driverName} />
      <div className={css.soft}>
        Reported <RelativeTime at={openedAt} nowText="just now" />
      </div>
    </>
  ),
};
const ITEM: RowColumn<SecondBillCase> = {
  title: "Paid item",
  cell: ({ obligation }) => (
    <>
      {formatItem(obligation)}
      {obligation.number && <div className={css.soft}>{obligation.number}</div>}
      <div className={css.number}>{obligation.confirmationNumber}</div>
      <div>{dollars(obligation.amount)}</div>
    </>
  ),
};
const TRAIL: RowColumn<SecondBillCase> = {
  title: "Where the money is",
  long: true,
  cell: ({ trail, obligation: { remittanceId, confirmationNumber } }) => (
    <>
      <TrailStages trail={trail} itemName={confirmationNumber} />
      {remittanceId !== null && (
        <Link to={deskPaths.remittances({ remittance: remittanceId })}>
          Remittance {remittanceId}
        </Link>
      )}
    </>
  ),
};
const PROOF: RowColumn<SecondBillCase> = {
  title: "Proof of payment",
  long: true,
  cell: ({ proofs, transactionId, obligation }) => (
    <div className={css.proofCell}>
      {proofs.map((proof) => (
        <ProofLink key={proof.id} proof={proof} />
      ))}
      {proofs.length === 0 && <p className={css.soft}>No proof yet</p>}
      <DownloadLink
        href={files.courtLetter(transactionId)}
        onDownload={download}
        failureText="We couldn’t download the letter. Please try again. There’s no letter for a payment that was refunded or charged back."
        icon={<FileDown size={18} aria-hidden="true" />}
        variant="text"
        compact
      >
        Letter for the court or agency
        <span className="visually-hidden"> for {obligation.confirmationNumber}</span>
      </DownloadLink>
    </div>
  ),
};
const OUTCOME: RowColumn<SecondBillCase> = {
  title: "Outcome",
  long: true,
  cell: ({ case: { outcome, note, settledAt }, settledBy }) => (
    <>
      {outcome && (lookUpLabel(OUTCOMES, outcome) ?? outcome)}
      <div className={css.text}>{note}</div>
      <div className={css.soft}>
        {settledBy ?? "A former staff member"},{" "}
        {settledAt && <RelativeTime at={settledAt} nowText="just now" />}
      </div>
    </>
  ),
};

/**
 * The page with second bills: drivers who were billed again for something they had paid, with the
 * money's progress, the proof and the outcome.
 */
export default function BilledAgainPage() {
  const { data, error, isValidating, mutate } = useSWR(BILLED_AGAIN_KEY, getSecondBills, {
    ...REVALIDATE_ON_MOUNT,
  });
  const [openCase, setOpenCase] = useState<SecondBillCase | null>(null);
  const step: RowColumn<SecondBillCase> = {
    title: "Next step",
    short: true,
    cell: (one) => (
      <RowAction
        aria-haspopup="dialog"
        aria-label={`Resolve: ${one.obligation.confirmationNumber}`}
        onClick={() => setOpenCase(one)}
      >
        Resolve
      </RowAction>
    ),
  };
  return (
    <QueueDesk title="Bills for paid items">
      {error && !data ? (
        <FailureNotice
          title="We couldn’t load the bills for paid items"
          {...{ error, mutate, isValidating }}
        />
      ) : (
        <>
          <Section title="Unresolved">
            <PlainTable
              label="Paid items with an unresolved bill"
              columns={[DRIVER, ITEM, TRAIL, PROOF, step]}
              rows={data?.open}
              idOf={idOf}
              empty="No unresolved bills for paid items."
              hint="When a driver is billed again for something they already paid, the new bill shows up here with the status of our payment to the authority. When you ask the authority about it, quote that payment’s remittance reference."
            />
          </Section>
          <Section title="Resolved" storageName="billed-again-settled">
            <PlainTable
              label="Paid items with a resolved bill"
              columns={[DRIVER, ITEM, OUTCOME]}
              rows={data?.settled}
              idOf={idOf}
              empty="No resolved bills for paid items yet."
              hint="The last 20 show up here. The audit trail has all of them."
            />
          </Section>
        </>
      )}
      {openCase && (
        <LazyDialog
          load={loadSettle}
          open
          onOpenChange={(open) => !open && setOpenCase(null)}
          bill={openCase}
        />
      )}
    </QueueDesk>
  );
}
