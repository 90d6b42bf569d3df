import type { HelpInquiry, InquiryKind, InquiryStatus } from "@/api/types";
import { lookUpLabel } from "@/lib/labels";
import type { Tone } from "@/ui/feedback/Chip";
import { RelativeTime } from "../desk/RelativeTime";
import { useActions } from "../queue/actions";
import {
  actionsColumn,
  driverColumn,
  relativeTimeColumn,
  solvedColumn,
  ToneChip,
} from "../queue/cells";
import type { RowChange } from "../queue/declaration";
import { RowAction } from "../table/cells/RowAction";
import css from "../table/cells/RowAction.module.css";
import type { Column } from "../table/columns";
import { AssigneeName } from "./Assignee";
import { patchInquiryResolved } from "./calls";
import own from "./inquiries.module.css";

/** Identifies the chat dialog among the page's dialogs. */
export const CHAT = "chat";

export const RESOLVE: RowChange<HelpInquiry> = {
  patch: { status: "resolved", isSolved: true },
  send: ({ id }) => patchInquiryResolved(id),
  successToast: {
    title: "Inquiry Resolved",
    description: "Help inquiry has been marked as resolved",
  },
  failureText: "Failed to update inquiry status",
};

export const isPending = ({ status }: HelpInquiry) => status === "pending";

export const TYPES: Record<InquiryKind, string> = { chat: "Chat", callback: "Callback" };
export const typeOf = ({ type }: Pick<HelpInquiry, "type">) => lookUpLabel(TYPES, type) ?? type;

export const STATUSES: Record<InquiryStatus, string> = { pending: "Pending", resolved: "Resolved" };
const TONES: Record<InquiryStatus, Tone> = { pending: "warn", resolved: "good" };
export const StatusChip = ({ status }: { status: InquiryStatus }) => (
  <ToneChip word={status} tones={TONES} className={own.capital} />
);

/** Buttons for an inquiry. A resolved chat can still be read. */
export function InquiryButtons({ inquiry }: { inquiry: HelpInquiry }) {
  const { apply, openDialog } = useActions<HelpInquiry>();
  const pending = isPending(inquiry);
  const chat = pending ? "Start Chat" : "Read Chat";
  return (
    <span className={css.actions}>
      {inquiry.type === "chat" && (
        <RowAction
          aria-label={`${chat}: inquiry ${inquiry.id}`}
          onClick={() => openDialog(CHAT, [inquiry])}
        >
          {chat}
        </RowAction>
      )}
      {pending && (
        <RowAction
          aria-label={`Mark Resolved: inquiry ${inquiry.id}`}
          onClick={() => void apply(inquiry, RESOLVE)}
        >
          Mark Resolved
        </RowAction>
      )}
    </span>
  );
}

/**
 * The last message of an inquiry's chat, flagged if it is unread. Without a chat message, shows the inquiry's own text.
 */
function LastMessage({ inquiry }: { inquiry: HelpInquiry }) {
  const lastMessage = inquiry.desk?.lastSaid;
  const text = lastMessage ? (
    <>
      {lastMessage.by === "admin" && <span className={own.last}>Support: </span>}
      {lastMessage.beginning}
    </>
  ) : (
    (inquiry.message ?? "—")
  );
  if (!inquiry.desk?.isUnread) return text;
  return (
    <span className={own.unread}>
      <span className="visually-hidden">Unread: </span>
      <span>{text}</span>
    </span>
  );
}

export const INQUIRY_COLUMNS: readonly Column<HelpInquiry>[] = [
  { id: "id", title: "ID", card: "title", cell: (inquiry) => inquiry.id },
  driverColumn(),
  { id: "type", title: "Type", card: "title", cell: typeOf },
  {
    id: "message",
    title: "Message",
    wide: true,
    cell: (inquiry) => <LastMessage inquiry={inquiry} />,
  },
  { id: "status", title: "Status", cell: ({ status }) => <StatusChip status={status} /> },
  {
    id: "waiting",
    title: "Waiting since",
    sort: "waiting",
    cell: ({ desk }) => (
      <>
        <RelativeTime at={desk?.waitingSince ?? null} emptyText="Answered" />
        {desk && desk.assignedTo !== null && <AssigneeName id={desk.assignedTo} />}
      </>
    ),
  },
  relativeTimeColumn("Created At", (inquiry) => inquiry.createdAt),
  solvedColumn(),
  actionsColumn((inquiry) => <InquiryButtons inquiry={inquiry} />),
];
