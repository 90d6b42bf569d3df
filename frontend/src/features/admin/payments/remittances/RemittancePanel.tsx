import Download from "lucide-react/icons/download";
import { useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { download } from "@/api/download";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { Obligation, Remittance, RemittanceDetails } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf } from "@/lib/money";
import { Link } from "@/lib/router";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { SidePanel } from "@/ui/desk/SidePanel";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { deskPaths } from "../../desk/deskPaths";
import { formatExactTime } from "../../desk/times";
import { ToneChip } from "../../queue/cells";
import { Facts } from "../../queue/view/Facts";
import { dollars } from "../../queue/format";
import {
  AUTHORITIES_KEY,
  getAuthorities,
  getRemittance,
  REMITTANCES_KEY,
  refreshMoney,
  remittanceFile,
} from "./calls";
import { Proofs } from "./proof/Proofs";
import { RemittancePayments } from "./RemittancePayments";
import css from "./remittances.module.css";
import { formatPaymentCount, STATUS_TONES, STATUS_LABELS } from "./remittanceTexts";

const loadSent = () => import("./steps/SentDialog");
const loadAccepted = () => import("./steps/AcceptedDialog");
const loadUndo = () => import("./steps/UndoRemittanceDialog");
const loadBack = () => import("./steps/ReturnedMoneyDialog");

type Props = { id: number; onClose: () => void };

/** Panel for a remittance: its payments and its next step. */
export function RemittancePanel({ id, onClose }: Props) {
  const { data, error, isValidating, mutate } = useSWR<RemittanceDetails, Error>(
    [REMITTANCES_KEY, "one", id],
    () => getRemittance(id),
    REVALIDATE_ON_MOUNT,
  );
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <SidePanel wide title={`Remittance ${id}`} onClose={onClose}>
      {isGone ? (
        <EmptyState title="We couldn’t find that remittance">
          A colleague may have undone it. Then its payments are owed again.
        </EmptyState>
      ) : data ? (
        <Details details={data} onClose={onClose} />
      ) : error ? (
        <FailureNotice
          title="We couldn’t load the remittance"
          {...{ error, mutate, isValidating }}
        />
      ) : (
        <Loading label={`Loading remittance ${id}`} height="20rem" />
      )}
    </SidePanel>
  );
}

type RemittanceStep = "sent" | "accepted" | "takeApart" | null;

function Details({ details, onClose }: { details: RemittanceDetails; onClose: () => void }) {
  const { remittance, obligations, proofs } = details;
  const [openStep, setOpenStep] = useState<RemittanceStep>(null);
  const [returnedObligation, setReturnedObligation] = useState<Obligation | null>(null);
  const dialogProps = (step: RemittanceStep) => ({
    open: openStep === step,
    onOpenChange: (open: boolean) => setOpenStep(open ? step : null),
    remittance,
  });
  return (
    <div className={css.body}>
      <div className={css.row}>
        {remittance.status === "prepared" && (
          <Button aria-haspopup="dialog" onClick={() => setOpenStep("sent")}>
            Record as sent
          </Button>
        )}
        {remittance.status === "sent" && (
          <Button aria-haspopup="dialog" onClick={() => setOpenStep("accepted")}>
            Record as accepted
          </Button>
        )}
        <DownloadLink
          variant="secondary"
          href={remittanceFile(remittance.id)}
          onDownload={downloadFile}
          failureText="We couldn’t download the file. Please try again."
          icon={<Download size={18} aria-hidden="true" />}
        >
          Download CSV
        </DownloadLink>
        {remittance.status === "prepared" && (
          <Button variant="text" aria-haspopup="dialog" onClick={() => setOpenStep("takeApart")}>
            Undo remittance
          </Button>
        )}
      </div>
      <ExcludedMoneyNotice details={details} />
      <RemittanceFacts remittance={remittance} />
      {remittance.status !== "prepared" && <Proofs remittance={remittance.id} proofs={proofs} />}
      {obligations.length === 0 ? (
        <Alert tone="info">
          This remittance is empty. {remittance.payee.name} returned all of the money, so it’s owed
          again.
        </Alert>
      ) : (
        <RemittancePayments obligations={obligations} onBack={setReturnedObligation} />
      )}
      <p>
        <Link to={deskPaths.audit({ subjectKind: "remittance", subjectId: remittance.id })}>
          Audit trail
        </Link>
      </p>
      <LazyDialog load={loadSent} {...dialogProps("sent")} />
      <LazyDialog load={loadAccepted} {...dialogProps("accepted")} />
      <LazyDialog load={loadUndo} {...dialogProps("takeApart")} onDone={onClose} />
      {returnedObligation && (
        <LazyDialog
          load={loadBack}
          open
          onOpenChange={(open) => !open && setReturnedObligation(null)}
          obligation={returnedObligation}
        />
      )}
    </div>
  );
}

/** Downloads a file, then reads the remittance again, because the server records the download. */
async function downloadFile(...args: Parameters<typeof download>) {
  await download(...args);
  void refreshMoney();
}

/**
 * Shows how much money a remittance leaves out and why, and whether the last downloaded file still
 * includes that money.
 */
function ExcludedMoneyNotice({
  details: { remittance, obligations },
}: {
  details: RemittanceDetails;
}) {
  const { leftOutPayments, leftOutAmount, downloadedAt } = remittance;
  if (leftOutPayments === 0) return null;
  const isInFile = obligations.some(
    ({ amount, fileAmount }) => centsOf(fileAmount ?? "0") > centsOf(amount),
  );
  return (
    <Alert tone="info" title={`${dollars(leftOutAmount)} isn’t included`}>
      {formatPaymentCount(leftOutPayments)} in this remittance{" "}
      {leftOutPayments === 1 ? "was" : "were"} refunded in full or in part, or{" "}
      {leftOutPayments === 1 ? "is" : "are"} on hold for a refund or chargeback. The total and the
      files that you download don’t include that money.
      {isInFile && downloadedAt && (
        <>
          {" "}
          The file downloaded {formatExactTime(downloadedAt)} still includes it. Download a new file
          before you send the money.
        </>
      )}
    </Alert>
  );
}

function RemittanceFacts({ remittance }: { remittance: Remittance }) {
  const { data } = useSWR(AUTHORITIES_KEY, getAuthorities, { revalidateIfStale: false });
  const { payee, trustAccount } = remittance;
  const authority = payee.kind === "authority" ? data?.find(({ id }) => id === payee.id) : null;
  const payTo = authority?.payTo;
  return (
    <Facts
      facts={[
        { name: "Payee", value: payee.name },
        {
          name: "Status",
          value: <ToneChip word={remittance.status} tones={STATUS_TONES} labels={STATUS_LABELS} />,
        },
        {
          name: "Amount",
          value: `${dollars(remittance.amount)}, ${formatPaymentCount(remittance.payments)}`,
        },
        ...(trustAccount ? [{ name: "Trust account", value: trustAccount }] : []),
        ...(payTo ? [{ name: "Payment instructions", value: payTo, wide: payTo.length > 40 }] : []),
        { name: "Prepared on", value: formatExactTime(remittance.preparedAt) },
        ...(remittance.downloadedAt
          ? [{ name: "File last downloaded", value: formatExactTime(remittance.downloadedAt) }]
          : []),
        { name: "Sent on", value: formatDate(remittance.sentOn) },
        { name: "Reference", value: remittance.reference },
        { name: "Accepted on", value: formatDate(remittance.acceptedOn) },
      ]}
    />
  );
}
