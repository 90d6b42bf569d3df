import type { TextRequest } from "@/api/types";
import { shownPhone } from "@/lib/phone";
import { deskPaths } from "../desk/deskPaths";
import { files } from "@/lib/paths";
import { Link } from "@/lib/router";
import { Chip } from "@/ui/feedback/Chip";
import { toast } from "@/ui/overlays/toast";
import { Ago } from "../desk/Ago";
import { UNSOLVED_COUNTS } from "../desk/calls";
import { patchSolved } from "../queue/calls";
import { SOLVED } from "../queue/filters";
import type { Column } from "../table/columns";
import { ListTable } from "../table/ListTable";
import { type FilterSpec, ListTools } from "../table/ListTools";
import { refresh } from "../table/data/refresh";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { type DeskList, useSecondList } from "../table/data/useDeskList";
import { Section } from "../desk/Section";
import { TEXT_REQUESTS } from "./calls";

const FILTERS: readonly FilterSpec[] = [
  {
    name: "sent",
    label: "Status",
    options: [
      { value: "false", label: "Pending" },
      { value: "true", label: "Sent" },
    ],
  },
  SOLVED,
];

function Solve({ request, list }: { request: TextRequest; list: DeskList<TextRequest> }) {
  async function solve(isSolved: boolean) {
    const shown = (solved: boolean) =>
      list.rows.map((row) => (row.id === request.id ? { ...row, isSolved: solved } : row));
    await list.reload(shown(isSolved));
    try {
      await patchSolved("text-notification", request.id, isSolved);
      toast({
        title: "Status Updated",
        description: `Request marked as ${isSolved ? "solved" : "unsolved"}`,
      });
      void refresh(TEXT_REQUESTS.address, UNSOLVED_COUNTS);
    } catch {
      await list.reload(shown(!isSolved));
      toast({ title: "Error", description: "Failed to update status.", variant: "destructive" });
    }
  }
  return (
    <SolvedToggle
      solved={request.isSolved}
      of={`request ${request.id}`}
      label="Mark Solved"
      onChange={(solved) => void solve(solved)}
    />
  );
}

const columnsOf = (list: DeskList<TextRequest>): readonly Column<TextRequest>[] => [
  { id: "id", title: "ID", cell: (row) => row.id, align: "end", card: "title" },
  { id: "phone", title: "Phone", cell: (row) => shownPhone(row.phoneNumber), card: "title" },
  {
    id: "user",
    title: "User ID",
    cell: (row) =>
      row.userId === null ? (
        "Not specified"
      ) : (
        <Link to={deskPaths.user(row.userId)}>{row.userId}</Link>
      ),
  },
  { id: "requested", title: "Requested", cell: (row) => <Ago at={row.requestedAt} /> },
  {
    id: "status",
    title: "Status",
    cell: (row) => (
      <Chip tone={row.isSent ? "good" : "warn"}>{row.isSent ? "Sent" : "Pending"}</Chip>
    ),
  },
  { id: "sent", title: "Sent", cell: (row) => <Ago at={row.sentAt} none="Not sent" /> },
  {
    id: "solved",
    title: "Solved",
    cell: (row) => <Solve request={row} list={list} />,
    card: "actions",
  },
];

const idOf = (row: TextRequest) => row.id;

/** Who asked for texts. */
export function TextRequests() {
  const list = useSecondList({ call: TEXT_REQUESTS });
  const count = list.total === null ? "" : ` (${list.total.toLocaleString("en-US")})`;
  return (
    <Section title={`Text Notification Requests${count}`} open={false}>
      <ListTools
        state={list.state}
        set={list.set}
        filters={FILTERS}
        exportHref={files.export("text-notifications", list.filter)}
      />
      <ListTable
        list={list}
        columns={columnsOf(list)}
        idOf={idOf}
        label="Text notification requests"
        empty="No text notification requests found."
      />
    </Section>
  );
}
