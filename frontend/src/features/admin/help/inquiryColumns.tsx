import type { HelpInquiry } from "@/api/types";
import { Chip } from "@/ui/feedback/Chip";
import { Ago } from "../desk/Ago";
import type { Column } from "../table/columns";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { DriverLink } from "../table/cells/DriverLink";
import { RowAction } from "../table/cells/RowAction";
import css from "../table/cells/RowAction.module.css";

export type InquiryActions = {
  solve: (inquiry: HelpInquiry, solved: boolean) => void;
  resolve: (inquiry: HelpInquiry) => void;
  chat: (inquiry: HelpInquiry) => void;
};
type PartProps = { inquiry: HelpInquiry; actions: InquiryActions; bare?: boolean };

export const isPending = ({ status }: HelpInquiry) => status === "pending";
export const typeOf = ({ type }: HelpInquiry) =>
  type === "chat" ? "Chat" : type === "callback" ? "Callback" : type;

export function StatusChip({ status }: { status: string }) {
  const tone = status === "pending" ? "warn" : status === "resolved" ? "good" : "neutral";
  return (
    <Chip tone={tone} className={css.capital}>
      {status}
    </Chip>
  );
}

export const Solved = ({ inquiry, actions, bare }: PartProps) => (
  <SolvedToggle
    bare={bare}
    solved={inquiry.isSolved}
    of={`inquiry ${inquiry.id}`}
    onChange={(solved) => actions.solve(inquiry, solved)}
  />
);

/** What can be done with an inquiry: a chat that is resolved can still be read. */
export function InquiryButtons({ inquiry, actions }: PartProps) {
  const pending = isPending(inquiry);
  return (
    <span className={css.actions}>
      {inquiry.type === "chat" && (
        <RowAction
          aria-label={`${pending ? "Start Chat" : "Read Chat"}: inquiry ${inquiry.id}`}
          onClick={() => actions.chat(inquiry)}
        >
          {pending ? "Start Chat" : "Read Chat"}
        </RowAction>
      )}
      {pending && (
        <RowAction
          aria-label={`Mark Resolved: inquiry ${inquiry.id}`}
          onClick={() => actions.resolve(inquiry)}
        >
          Mark Resolved
        </RowAction>
      )}
    </span>
  );
}

export const inquiryColumns = (actions: InquiryActions): readonly Column<HelpInquiry>[] => [
  { id: "id", title: "ID", card: "title", cell: (inquiry) => inquiry.id },
  { id: "user", title: "User ID", align: "end", cell: ({ userId }) => <DriverLink id={userId} /> },
  { id: "type", title: "Type", card: "title", cell: typeOf },
  { id: "message", title: "Message", wide: true, cell: (inquiry) => inquiry.message ?? "—" },
  { id: "status", title: "Status", cell: ({ status }) => <StatusChip status={status} /> },
  { id: "created", title: "Created At", cell: (inquiry) => <Ago at={inquiry.createdAt} /> },
  {
    id: "solved",
    title: "Resolved",
    card: "actions",
    cell: (inquiry) => <Solved bare inquiry={inquiry} actions={actions} />,
  },
  {
    id: "actions",
    title: "Actions",
    pinned: true,
    card: "actions",
    cell: (inquiry) => <InquiryButtons inquiry={inquiry} actions={actions} />,
  },
];
