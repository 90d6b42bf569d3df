import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import FileDown from "lucide-react/icons/file-down";
import Scale from "lucide-react/icons/scale";
import Undo2 from "lucide-react/icons/undo-2";
import { download } from "@/api/download";
import type { PaidItem, PayableKind, ReceiptStatus } from "@/api/types";
import { centsOf, formatCents } from "@/lib/money";
import { files } from "@/lib/paths";
import { lookUpLabel } from "@/lib/labels";
import { formatCard } from "@/parts/cardText";
import { citationText } from "@/parts/drivingRecord/citation";
import { itemIconOf } from "@/parts/drivingRecord/itemIcon";
import { BilledAgain } from "@/parts/payments/BilledAgain";
import { ConfirmationNumber } from "@/parts/payments/ConfirmationNumber";
import { TrailStages } from "@/parts/payments/TrailStages";
import { trailOfPayment } from "@/parts/payments/trailOfPayment";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { formatTime } from "./months";
import css from "./PaidRow.module.css";

const KINDS: Record<PayableKind, string> = {
  ticket: "Traffic ticket",
  parking: "Parking ticket",
  toll: "Toll",
  lawyer: "Lawyer",
};

const paymentIconOf = ({ type, label }: PaidItem): LucideIcon =>
  type === "lawyer" ? Scale : itemIconOf(type, label ?? "");

const STATUSES: Record<ReceiptStatus, { tone: Tone; text: string; icon: LucideIcon | null }> = {
  Completed: { tone: "good", text: "Completed", icon: CircleCheck },
  "Refund Pending": { tone: "warn", text: "Refund pending", icon: Undo2 },
  "Partly Refunded": { tone: "info", text: "Partly refunded", icon: Undo2 },
  Refunded: { tone: "info", text: "Refunded", icon: Undo2 },
  Chargeback: { tone: "warn", text: "Reversed by your bank, under review", icon: Undo2 },
  "Charged Back": { tone: "warn", text: "Reversed by your bank", icon: Undo2 },
  Recorded: { tone: "neutral", text: "Our team marked this as paid", icon: null },
};

/** A row for one payment: item, time, amount, confirmation number and receipt. */
export function PaidRow({ item }: { item: PaidItem }) {
  const kind = lookUpLabel(KINDS, item.type) ?? "Payment";
  const title = item.label ?? kind;
  const Icon = paymentIconOf(item);
  const receipt = receiptUrlOf(item);
  const trail = trailOfPayment(item);
  return (
    <li className={css.row}>
      <span className={css.icon}>
        <Icon size={20} aria-hidden="true" />
      </span>
      <div>
        <h3 className={css.title}>{title}</h3>
        <p className={css.more}>{formatTime(item.paidAt)}</p>
        <p className={css.more}>{[kind, citationText(item)].filter(Boolean).join(" · ")}</p>
        {item.confirmationNumber && (
          <p className={css.more}>
            <ConfirmationNumber number={item.confirmationNumber} />
          </p>
        )}
        {item.refundReason && (
          <p className={css.more}>
            {item.refunded !== "0.00" && `${formatCents(centsOf(item.refunded))} refunded. `}
            {item.refundReason}
          </p>
        )}
        {item.card && <p className={css.more}>{formatCard(item.card)}</p>}
      </div>
      <p className={css.amount}>{formatCents(centsOf(item.amount))}</p>
      {trail && <TrailStages className={css.way} trail={trail} itemName={title} />}
      {(trail || item.billedAgain) && item.transactionId !== null && (
        <div className={css.way}>
          <BilledAgain
            item={{ ...item, transactionId: item.transactionId }}
            itemName={title}
            hasLetter={trail !== null}
          />
        </div>
      )}
      <div className={css.foot}>
        <Status status={item.status} />
        {receipt && (
          <DownloadLink
            className={css.receipt}
            href={receipt}
            onDownload={download}
            failureText="We couldn’t download the receipt. Please try again."
            icon={<FileDown size={18} aria-hidden="true" />}
            variant="text"
            compact
          >
            Receipt
            <span className="visually-hidden">
              {" "}
              for {title}, {item.confirmationNumber}
            </span>
          </DownloadLink>
        )}
      </div>
    </li>
  );
}

/** Returns the URL of a payment's receipt; null if it has none. */
function receiptUrlOf({ transactionId, hireId }: PaidItem): string | null {
  if (transactionId !== null) return files.receipt(transactionId);
  return hireId === null ? null : files.hireReceipt(hireId);
}

function Status({ status }: { status: ReceiptStatus }) {
  const {
    tone,
    text,
    icon: Icon,
  } = lookUpLabel(STATUSES, status) ?? {
    tone: "neutral" as const,
    text: status,
    icon: null,
  };
  return (
    <Chip tone={tone} icon={Icon && <Icon aria-hidden="true" />}>
      {text}
    </Chip>
  );
}
