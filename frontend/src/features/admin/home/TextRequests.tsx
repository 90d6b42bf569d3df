import { useState } from "react";
import useSWR from "swr";
import { getTextRequestSlice, patchTextSolved, type TextRequest } from "@/api/filingCalls";
import { shownPhone } from "@/lib/phone";
import { deskPaths } from "@/lib/deskPaths";
import { Link } from "@/lib/router";
import { Chip } from "@/ui/Chip";
import { toast } from "@/ui/toast";
import { Ago } from "../desk/Ago";
import { UNSOLVED_COUNTS } from "../desk/useUnsolvedCounts";
import type { Column } from "../table/columns";
import { ListTable } from "../table/ListTable";
import { type ListState, PAGE_SIZE } from "../table/listState";
import { refresh } from "../table/refresh";
import { SolvedToggle } from "../table/SolvedToggle";
import type { DeskList } from "../table/useDeskList";
import { Section } from "./Section";

const CALL = "/api/text-notifications";

/** The list beside the users': its place is not in the address, where the users' is. */
function useTextRequests(): DeskList<TextRequest> {
  const [page, setPage] = useState(1);
  const answer = useSWR(
    [CALL, "desk", page],
    () => getTextRequestSlice({ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    { revalidateOnMount: true, keepPreviousData: true },
  );
  const { data, error, isValidating, mutate } = answer;
  const state: ListState = { q: "", sort: "", page, filters: {}, row: null };
  return {
    state,
    set: (change) => change.page !== undefined && setPage(change.page),
    rows: data?.rows ?? [],
    total: data?.total ?? null,
    atLeast: data?.atLeast ?? false,
    isLoading: data === undefined && !error,
    isStale: isValidating,
    error,
    reload: (rows) => (rows && data ? mutate({ ...data, rows }, { revalidate: false }) : mutate()),
    filter: {},
  };
}

function Solve({ request, list }: { request: TextRequest; list: DeskList<TextRequest> }) {
  async function solve(isSolved: boolean) {
    const shown = (solved: boolean) =>
      list.rows.map((row) => (row.id === request.id ? { ...row, isSolved: solved } : row));
    await list.reload(shown(isSolved));
    try {
      await patchTextSolved(request.id, isSolved);
      toast({
        title: "Status Updated",
        description: `Request marked as ${isSolved ? "solved" : "unsolved"}`,
      });
      void refresh(CALL, UNSOLVED_COUNTS);
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

/** Who asked for texts (back-office.md, section 2). */
export function TextRequests() {
  const list = useTextRequests();
  const count = list.total === null ? "" : ` (${list.total.toLocaleString("en-US")})`;
  return (
    <Section title={`Text Notification Requests${count}`} open={false}>
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
