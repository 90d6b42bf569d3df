import FileDown from "lucide-react/icons/file-down";
import { download } from "@/api/download";
import * as staff from "@/api/generated/staff/sdk.gen";
import { toFilteredSumsCall, toListCall } from "@/api/listCalls";
import type {
  PayableKind,
  PaymentTransaction,
  PaymentType,
  TransactionStatus,
  TransactionSummary,
} from "@/api/types";
import { files } from "@/lib/paths";
import { formatCount, lookUpLabel } from "@/lib/labels";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import type { Tone } from "@/ui/feedback/Chip";
import { formatExactTime } from "../desk/times";
import { CitedCell, citationFact } from "../queue/CitedCell";
import { driverColumn, ToneChip } from "../queue/cells";
import type { Declaration } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { PaymentRefunds } from "../queue/refunds/PaymentRefunds";
import { dollars, toLabeledOptions } from "../queue/format";
import type { Column } from "../table/columns";

const TYPES: Record<PaymentType, string> = {
  traffic_ticket: "Traffic Ticket",
  parking: "Parking",
  toll: "Toll",
};
const typeOf = ({ paymentType }: PaymentTransaction) =>
  lookUpLabel(TYPES, paymentType) ?? paymentType;

const PAYABLE: Record<PaymentType, PayableKind> = {
  traffic_ticket: "ticket",
  parking: "parking",
  toll: "toll",
};

/** Note on fees, which are recorded with each transaction but not charged. The money that moved is in the books. */
const NOT_CHARGED = "Recorded only. Drivers weren’t charged this fee.";

const TRANSACTIONS = toListCall(staff.listTransactions);
const TRANSACTION_SUMS = toFilteredSumsCall(staff.transactionSummary);
const LISTS = [TRANSACTIONS.url, TRANSACTION_SUMS.url];

const TONES: Record<TransactionStatus, Tone> = {
  Completed: "good",
  "Refund Pending": "warn",
  Refunded: "warn",
  Chargeback: "bad",
  Won: "good",
  "Charged Back": "bad",
};
/** Labels of statuses whose label isn't the status itself. */
const LABELS: Readonly<Partial<Record<TransactionStatus, string>>> = { Won: "Chargeback won" };
const statusOf = ({ status }: PaymentTransaction) => (
  <ToneChip word={status} tones={TONES} labels={LABELS} />
);

const amountColumn = (
  id: string,
  title: string,
  amountOf: (paid: PaymentTransaction) => string,
): Column<PaymentTransaction> => ({
  id,
  title,
  align: "end",
  cell: (paid) => dollars(amountOf(paid)),
});

export const DECLARATION: Declaration<PaymentTransaction, TransactionSummary> = {
  title: "Payment transactions",
  call: TRANSACTIONS,
  sums: TRANSACTION_SUMS,
  areFiguresFiltered: true,
  figures: (sums) => [
    {
      name: "Our Revenue (Service Fees)",
      value: sums && dollars(sums.ourRevenue),
      note: NOT_CHARGED,
    },
    {
      name: "Total Transaction Value",
      value: sums && dollars(sums.totalValue),
      note: sums && sums.refunded !== "0.00" && <>includes {dollars(sums.refunded)} refunded</>,
    },
    {
      name: "Processing Fees Collected",
      value: sums && dollars(sums.processingFees),
      note: NOT_CHARGED,
    },
    { name: "Total Transactions", value: formatCount(sums?.count) },
  ],
  filters: [
    {
      name: "type",
      label: "Type",
      options: toLabeledOptions(TYPES),
    },
  ],
  search: "Driver, citation, confirmation or ID",
  file: "payment-transactions",
  columns: [
    { id: "id", title: "ID", sort: "id", card: "title", cell: (paid) => paid.id },
    driverColumn("User"),
    { id: "type", title: "Type", card: "title", wraps: 4, cell: typeOf },
    {
      id: "violation",
      title: "Violation",
      wide: true,
      cell: (paid) => <CitedCell record={paid}>{paid.violationType ?? "—"}</CitedCell>,
    },
    { ...amountColumn("amount", "Amount", (paid) => paid.amount), sort: "amount" },
    amountColumn("processing", "Processing Fee", (paid) => paid.processingFee),
    amountColumn("ours", "Our Fee (Revenue)", (paid) => paid.ourFee),
    { id: "confirmation", title: "Confirmation", cell: (paid) => paid.confirmationNumber },
    {
      id: "date",
      title: "Date",
      sort: "createdAt",
      wraps: 6.5,
      cell: (paid) => formatExactTime(paid.createdAt),
    },
    { id: "status", title: "Status", wraps: 6, cell: statusOf },
  ],
  footer: (shown) => ({
    id: "Totals",
    amount: shown && dollars(shown.totalValue),
    processing: shown && dollars(shown.processingFees),
    ours: shown && dollars(shown.ourRevenue),
  }),
  emptyHint: "Card payments from drivers show up here right away.",
  noMatch: "No payment transactions found.",
  record: {
    title: (paid) => `Transaction ${paid.id}`,
    facts: (paid) => [
      { name: "Status", value: statusOf(paid) },
      { name: "Type", value: typeOf(paid) },
      citationFact(paid),
      { name: "Violation", value: paid.violationType },
      { name: "Amount", value: dollars(paid.amount) },
      { name: "Refunded", value: paid.refunded !== "0.00" && dollars(paid.refunded) },
      { name: "Processing Fee", value: dollars(paid.processingFee) },
      { name: "Our Fee (Revenue)", value: dollars(paid.ourFee) },
      { name: "Confirmation", value: paid.confirmationNumber },
      { name: "Item ID", value: paid.itemId },
      { name: "Card charged", value: formatExactTime(paid.createdAt) },
      { name: "Recorded in Lanewise", value: formatExactTime(paid.recordedAt) },
    ],
    belowFacts: (paid) => (
      <>
        <DownloadLink
          variant="secondary"
          compact
          href={files.receipt(paid.id)}
          onDownload={download}
          failureText="We couldn’t download the receipt. Please try again."
          icon={<FileDown size={18} aria-hidden="true" />}
        >
          Download receipt
        </DownloadLink>
        {paid.paymentId !== null && (
          <PaymentRefunds
            paymentId={paid.paymentId}
            kind={PAYABLE[paid.paymentType] ?? "ticket"}
            lists={LISTS}
          />
        )}
      </>
    ),
    driver: (paid) => paid,
  },
};

export default function TransactionsPage() {
  return <QueuePage declaration={DECLARATION} />;
}
