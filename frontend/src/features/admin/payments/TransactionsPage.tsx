import { FileDown } from "lucide-react";
import type { PaymentTransaction } from "@/api/types";
import { deskPaths } from "../desk/deskPaths";
import { files } from "@/lib/paths";
import { Chip } from "@/ui/feedback/Chip";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Drawer } from "@/ui/desk/Drawer";
import { download } from "@/api/download";
import { Figures } from "../desk/Figures";
import { exactTime } from "../desk/times";
import type { Column } from "../table/columns";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { useDeskList } from "../table/data/useDeskList";
import { DriverLink } from "../table/cells/DriverLink";
import { Facts } from "../queue/Facts";
import { count, dollars, SEARCH_HINT } from "../queue/filters";
import { QueueDesk } from "../queue/QueueDesk";
import { TRANSACTION_SUMS, TRANSACTIONS } from "./calls";
import { RecordLinks } from "../queue/RecordLinks";
import { useSummary } from "../table/data/useSummary";

const TYPES: Record<string, string> = {
  traffic_ticket: "Traffic Ticket",
  parking: "Parking",
  toll: "Toll",
};
const typeOf = ({ paymentType }: PaymentTransaction) => TYPES[paymentType] ?? paymentType;

const FILTERS = [
  {
    name: "type",
    label: "Type",
    options: Object.entries(TYPES).map(([value, label]) => ({ value, label })),
  },
];
const NAMES = ["type"];

function StatusChip({ status }: { status: string }) {
  const tone = status === "Completed" ? "good" : status === "Refunded" ? "warn" : "neutral";
  return <Chip tone={tone}>{status}</Chip>;
}

const COLUMNS: readonly Column<PaymentTransaction>[] = [
  { id: "id", title: "ID", sort: "id", card: "title", cell: (paid) => paid.id },
  { id: "user", title: "User", align: "end", cell: (paid) => <DriverLink id={paid.userId} /> },
  { id: "type", title: "Type", card: "title", cell: typeOf },
  { id: "violation", title: "Violation", wide: true, cell: (paid) => paid.violationType ?? "—" },
  {
    id: "amount",
    title: "Amount",
    align: "end",
    sort: "amount",
    cell: (paid) => dollars(paid.amount),
  },
  {
    id: "processing",
    title: "Processing Fee",
    align: "end",
    cell: (paid) => dollars(paid.processingFee),
  },
  {
    id: "ours",
    title: "Our Fee (Revenue)",
    align: "end",
    cell: (paid) => dollars(paid.ourFee),
  },
  { id: "confirmation", title: "Confirmation", cell: (paid) => paid.confirmationNumber },
  { id: "date", title: "Date", sort: "createdAt", cell: (paid) => exactTime(paid.createdAt) },
  { id: "status", title: "Status", cell: (paid) => <StatusChip status={paid.status} /> },
];

export default function TransactionsPage() {
  return (
    <QueueDesk title="Payment transactions">
      <Transactions />
    </QueueDesk>
  );
}

function Transactions() {
  const list = useDeskList<PaymentTransaction>({
    call: TRANSACTIONS,
    filters: NAMES,
  });
  const all = useSummary(TRANSACTION_SUMS);
  // The server sums all that the filters let through, not the page that is shown.
  const shown = useSummary(TRANSACTION_SUMS, list.filter);
  const open = list.rows.find(({ id }) => id === list.state.row);
  return (
    <>
      <Figures
        label="Totals"
        of={[
          { name: "Our Revenue (Service Fees)", value: all && dollars(all.ourRevenue) },
          {
            name: "Total Transaction Value",
            value: all && dollars(all.totalValue),
            note: all && all.refunded !== "0.00" && <>{dollars(all.refunded)} of it refunded</>,
          },
          { name: "Processing Fees Collected", value: all && dollars(all.processingFees) },
          { name: "Total Transactions", value: count(all?.count) },
        ]}
      />
      <ListTools
        state={list.state}
        set={list.set}
        search={{
          label: "Search payment transactions",
          placeholder: "Confirmation, violation or user id",
          hint: SEARCH_HINT,
        }}
        filters={FILTERS}
        exportHref={files.export("payment-transactions", list.filter)}
      />
      <ListTable
        list={list}
        columns={COLUMNS}
        idOf={(paid) => paid.id}
        label="Payment transactions"
        onOpen={(paid) => list.set({ row: paid.id })}
        empty="No payment transactions found."
        emptyHint="What drivers pay by card appears here at once."
        noMatch="No payment transactions found."
        footer={{
          id: "Totals",
          amount: shown && dollars(shown.totalValue),
          processing: shown && dollars(shown.processingFees),
          ours: shown && dollars(shown.ourRevenue),
        }}
      />
      {open && <TransactionDrawer paid={open} onClose={() => list.set({ row: null })} />}
    </>
  );
}

function TransactionDrawer({ paid, onClose }: { paid: PaymentTransaction; onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title={`Transaction ${paid.id}`}>
      <Facts
        of={[
          { name: "Status", value: <StatusChip status={paid.status} /> },
          { name: "Type", value: typeOf(paid) },
          { name: "Violation", value: paid.violationType },
          { name: "Amount", value: dollars(paid.amount) },
          { name: "Processing Fee", value: dollars(paid.processingFee) },
          { name: "Our Fee (Revenue)", value: dollars(paid.ourFee) },
          { name: "Confirmation", value: paid.confirmationNumber },
          { name: "Item", value: paid.itemId },
          { name: "Date", value: exactTime(paid.createdAt) },
        ]}
      />
      <DownloadLink
        variant="secondary"
        compact
        href={files.receipt(paid.id)}
        onDownload={download}
        failed="The receipt didn’t download. Please try again."
        icon={<FileDown size={18} aria-hidden="true" />}
      >
        Download receipt
      </DownloadLink>
      <RecordLinks driver={paid.userId} audit={deskPaths.audit()} />
    </Drawer>
  );
}
