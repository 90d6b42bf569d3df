import { useState } from "react";
import { useUser } from "@/parts/drivingRecord/useRecords";
import type { Ticket } from "@/api/types";
import { EmptyState } from "@/ui/layout/EmptyState";
import { ErrorState } from "@/ui/layout/ErrorState";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";
import { useTickets } from "../useItems";
import type { OpenForm } from "../openForm";
import { TicketTable } from "./TicketTable";
import css from "./users.module.css";

const loadRemove = () => import("./RemoveDialog");

type Props = { userId: number; openForm: OpenForm };

/** A user's tickets, to be edited and removed. */
export function TicketList({ userId, openForm }: Props) {
  const { data: user } = useUser(userId);
  const { data, error, mutate } = useTickets(userId);
  const [removed, setRemoved] = useState<Ticket | null>(null);
  return (
    <>
      {!data && error ? (
        <ErrorState onRetry={() => void mutate()} />
      ) : !data ? (
        <Loading label="Loading tickets">
          <Skeleton height="6rem" />
        </Loading>
      ) : data.length === 0 ? (
        <EmptyState title="No tickets found for this user." />
      ) : (
        <TicketTable
          tickets={data}
          onEdit={(record) => openForm({ form: "ticket", user: user ?? null, record })}
          onRemove={setRemoved}
        />
      )}
      {removed && (
        <LateDialog
          load={loadRemove}
          open
          onOpenChange={(open) => !open && setRemoved(null)}
          ticket={removed}
        />
      )}
    </>
  );
}

/** The same as a part of the driver's own page. */
export function UserTickets(props: Props) {
  return (
    <section className={cx(shapes.surface, css.tickets)} aria-label="Tickets of the user">
      <header className={cx(shapes.spread, css.ticketsHead)}>
        <h3 className={css.ticketsTitle}>Tickets</h3>
      </header>
      <TicketList {...props} />
    </section>
  );
}
