import { useState } from "react";
import type { Ticket } from "@/api/types";
import { useUser } from "@/parts/drivingRecord/useRecords";
import { FailureNotice } from "@/parts/FailureNotice";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import type { OpenForm } from "../openForm";
import {
  sortOpenFirst,
  summarizeOwed,
  type Paging,
  pageOf,
  usePageInAddress,
} from "../sections/paged";
import { SlicePages } from "../sections/SlicePages";
import { useTickets } from "../useItems";
import { TicketTable } from "./TicketTable";
import css from "./users.module.css";

const loadRemove = () => import("./RemoveDialog");

type Props = { userId: number; openForm: OpenForm };

/** A user's tickets, open ones first, with paging, editing and removal. */
export function TicketList({ userId, openForm, paging }: Props & { paging: Paging }) {
  const { data: user } = useUser(userId);
  const { data, error, mutate } = useTickets(userId);
  const [removed, setRemoved] = useState<Ticket | null>(null);
  const [page, setPage] = paging;
  const slice = pageOf(sortOpenFirst(data ?? []), page);
  return (
    <>
      {!data && error ? (
        <FailureNotice {...{ error, mutate }} />
      ) : !data ? (
        <Loading label="Loading tickets" height="6rem" />
      ) : data.length === 0 ? (
        <EmptyState title="No tickets found for this user." />
      ) : (
        <>
          <TicketTable
            tickets={slice.rows}
            onEdit={(record) => openForm({ form: "ticket", user: user ?? null, record })}
            onRemove={setRemoved}
          />
          <SlicePages label="tickets" slice={slice} onPage={setPage} />
        </>
      )}
      {removed && (
        <LazyDialog
          load={loadRemove}
          open
          onOpenChange={(open) => !open && setRemoved(null)}
          kind="ticket"
          item={removed}
        />
      )}
    </>
  );
}

/** Text with a user's number of tickets and the amount owed for them; undefined while the tickets load. */
export function useTicketCounts(userId: number): string | undefined {
  const { data } = useTickets(userId);
  return data && summarizeOwed(data, "ticket");
}

/** Card on the driver's page that lists the driver's tickets. */
export function UserTickets(props: Props) {
  const paging = usePageInAddress("tickets");
  const counts = useTicketCounts(props.userId);
  return (
    <Card
      flush
      className={css.tickets}
      title="Tickets"
      aside={<span className={css.counts}>{counts}</span>}
      aria-label="This user’s tickets"
    >
      <TicketList {...props} paging={paging} />
    </Card>
  );
}
