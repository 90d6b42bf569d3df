import * as help from "@/api/generated/help/sdk.gen";
import * as staff from "@/api/generated/staff/sdk.gen";
import { toListCall, toSumsCall } from "@/api/listCalls";
import type { HelpInquiry, HelpInquirySummary } from "@/api/types";
import { formatCount } from "@/lib/labels";
import { displayPhone, telHref } from "@/lib/phone";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { RelativeTime } from "../desk/RelativeTime";
import { formatExactTime } from "../desk/times";
import { useActions } from "../queue/actions";
import { Solved } from "../queue/cells";
import type { Declaration, OpenDialog } from "../queue/declaration";
import { QueuePage } from "../queue/QueuePage";
import { toLabeledOptions, SOLVED } from "../queue/format";
import { DriverLink } from "../table/cells/DriverLink";
import { Assignee } from "./Assignee";
import { ChatWithRecord } from "./ChatWithRecord";
import {
  CHAT,
  INQUIRY_COLUMNS,
  InquiryButtons,
  RESOLVE,
  STATUSES,
  StatusChip,
  TYPES,
  typeOf,
} from "./inquiryColumns";

const loadChat = () => import("./AdminChatDialog");

export const DECLARATION: Declaration<HelpInquiry, HelpInquirySummary> = {
  title: "Help inquiries",
  call: toListCall(help.listInquiries),
  sums: toSumsCall(staff.inquirySummary),
  figures: (sums) => [
    { name: "Total", value: formatCount(sums?.total) },
    { name: "Pending", value: formatCount(sums?.pending) },
    { name: "Chat Requests", value: formatCount(sums?.chat) },
    { name: "Callback Requests", value: formatCount(sums?.callback) },
  ],
  filters: [
    {
      name: "status",
      label: "Status",
      options: toLabeledOptions(STATUSES),
    },
    {
      name: "type",
      label: "Type",
      options: toLabeledOptions(TYPES),
    },
    SOLVED,
  ],
  search: "Driver, message, phone or ID",
  file: "help-inquiries",
  columns: INQUIRY_COLUMNS,
  emptyHint: "When a driver asks for a chat or a callback, the request shows up here.",
  nameOf: (inquiry) => `inquiry ${inquiry.id}`,
  solving: { queue: "help-inquiry", noun: "Inquiry" },
  box: {
    title: "Requires Attention",
    waiting: { status: "pending", sort: "waiting" },
    line: (inquiry) => (
      <>
        {typeOf(inquiry)} for <DriverLink id={inquiry.userId} name={inquiry.driverName} />
      </>
    ),
    detail: (inquiry) => (
      <>
        <RelativeTime at={inquiry.desk?.waitingSince ?? inquiry.createdAt} />
        {inquiry.message && ` · ${inquiry.message}`}
      </>
    ),
    actions: (inquiry) => <InquiryButtons inquiry={inquiry} />,
    empty: "No inquiries need a response.",
  },
  record: {
    title: (inquiry) => `Inquiry ${inquiry.id}`,
    actions: (inquiry) => (
      <>
        <InquiryButtons inquiry={inquiry} />
        <Assignee inquiry={inquiry} />
        <Solved row={inquiry} />
      </>
    ),
    facts: ({ phoneNumber, resolvedAt, ...inquiry }) => [
      { name: "Type", value: typeOf(inquiry) },
      { name: "Status", value: <StatusChip status={inquiry.status} /> },
      {
        name: "Phone",
        value: phoneNumber && <a href={telHref(phoneNumber)}>{displayPhone(phoneNumber)}</a>,
      },
      { name: "Created At", value: formatExactTime(inquiry.createdAt) },
      { name: "Resolved At", value: resolvedAt && formatExactTime(resolvedAt) },
      { name: "Message", value: inquiry.message, wide: true },
    ],
    lead: (inquiry) => <ChatWithRecord key={`beside ${inquiry.id}`} inquiry={inquiry} />,
    driver: (inquiry) => inquiry,
    subject: "help_inquiry",
  },
  Dialogs,
};

function Dialogs({
  openedDialog,
  close,
}: {
  openedDialog: OpenDialog<HelpInquiry> | null;
  close: () => void;
}) {
  const { apply, failure } = useActions<HelpInquiry>();
  return (
    <LazyDialog
      load={loadChat}
      open={openedDialog?.dialog === CHAT}
      onOpenChange={close}
      inquiry={openedDialog?.rows[0] ?? null}
      failure={failure}
      onResolve={(inquiry: HelpInquiry) => void apply(inquiry, RESOLVE)}
    />
  );
}

export default function InquiriesPage() {
  return <QueuePage declaration={DECLARATION} />;
}
