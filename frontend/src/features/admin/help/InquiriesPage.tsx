import { useMemo, useState } from "react";
import type { HelpInquiry } from "@/api/types";
import { files } from "@/lib/paths";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { toast } from "@/ui/overlays/toast";
import { Ago } from "../desk/Ago";
import { Figures } from "../desk/Figures";
import { ListTable } from "../table/ListTable";
import { ListTools } from "../table/ListTools";
import { Box } from "../queue/Box";
import { BulkSolve } from "../queue/BulkSolve";
import { count, SEARCH_HINT, SOLVED } from "../queue/filters";
import { InquiryDrawer } from "./InquiryDrawer";
import { InquiryButtons, inquiryColumns, type InquiryActions, typeOf } from "./inquiryColumns";
import { QueueDesk } from "../queue/QueueDesk";
import { INQUIRIES, INQUIRY_SUMS, patchInquiryResolved } from "./calls";
import { RowAction } from "../table/cells/RowAction";
import { useFew } from "../table/data/useFew";
import { useQueue } from "../queue/useQueue";
import { useSummary } from "../table/data/useSummary";

const FILTERS = [
  {
    name: "status",
    label: "Status",
    options: [
      { value: "pending", label: "Pending" },
      { value: "resolved", label: "Resolved" },
    ],
  },
  {
    name: "type",
    label: "Type",
    options: [
      { value: "chat", label: "Chat" },
      { value: "callback", label: "Callback" },
    ],
  },
  SOLVED,
];
const NAMES = FILTERS.map(({ name }) => name);
const ALSO = [INQUIRY_SUMS.address];
const PENDING = { status: "pending" };
const loadChat = () => import("./AdminChatDialog");

export default function InquiriesPage() {
  return (
    <QueueDesk title="Help inquiries">
      <Inquiries />
    </QueueDesk>
  );
}

function Inquiries() {
  const summary = useSummary(INQUIRY_SUMS);
  const pending = useFew<HelpInquiry>(INQUIRIES, PENDING);
  const queue = useQueue<HelpInquiry>({
    call: INQUIRIES,
    also: ALSO,
    filters: NAMES,
    queue: "help-inquiry",
    noun: "Inquiry",
  });
  const { list, change, solve, fail } = queue;
  const [chat, setChat] = useState<HelpInquiry | null>(null);
  const actions = useMemo<InquiryActions>(
    () => ({
      solve: (inquiry, solved) => void solve([inquiry], solved),
      chat: setChat,
      async resolve(inquiry) {
        const failed = await change([inquiry], { status: "resolved" }, ({ id }) =>
          patchInquiryResolved(id),
        );
        if (failed.length > 0) return fail("Failed to update inquiry status", failed);
        toast({
          title: "Inquiry Resolved",
          description: "Help inquiry has been marked as resolved",
        });
      },
    }),
    [change, solve, fail],
  );
  const columns = useMemo(() => inquiryColumns(actions), [actions]);
  return (
    <>
      <Figures
        label="Totals"
        of={[
          { name: "Total", value: count(summary?.total) },
          { name: "Pending", value: count(summary?.pending) },
          { name: "Chat Requests", value: count(summary?.chat) },
          { name: "Callback Requests", value: count(summary?.callback) },
        ]}
      />
      <Box
        title="Requires Attention"
        rows={pending?.rows}
        idOf={({ id }) => id}
        line={(inquiry) => `${typeOf(inquiry)} for driver ${inquiry.userId}`}
        detail={(inquiry) => (
          <>
            <Ago at={inquiry.createdAt} />
            {inquiry.message && ` · ${inquiry.message}`}
          </>
        )}
        actions={(inquiry) => <InquiryButtons inquiry={inquiry} actions={actions} />}
        empty="Nobody is waiting for an answer."
        aside={
          pending &&
          pending.total > pending.rows.length && (
            <RowAction onClick={() => list.set({ filters: PENDING })}>
              Show all {count(pending.total)} pending
            </RowAction>
          )
        }
      />
      <ListTools
        state={list.state}
        set={list.set}
        search={{
          label: "Search help inquiries",
          placeholder: "Message, phone or id",
          hint: SEARCH_HINT,
        }}
        filters={FILTERS}
        exportHref={files.export("help-inquiries", list.filter)}
      />
      <ListTable
        list={list}
        columns={columns}
        idOf={({ id }) => id}
        label="Help inquiries"
        onOpen={queue.onOpen}
        empty="No help inquiries found."
        emptyHint="A driver who asks for a chat or a callback appears here."
        bulk={(rows, clear) => <BulkSolve rows={rows} clear={clear} solve={solve} />}
      />
      <InquiryDrawer inquiry={queue.open} queue={queue} actions={actions} />
      <LateDialog
        load={loadChat}
        open={chat !== null}
        onOpenChange={() => setChat(null)}
        inquiry={list.rows.find(({ id }) => id === chat?.id) ?? chat}
        failure={queue.failure}
        onResolve={actions.resolve}
      />
    </>
  );
}
