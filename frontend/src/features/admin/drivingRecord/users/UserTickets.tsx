import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useUser } from "@/parts/drivingRecord/useRecords";
import type { Ticket, TicketStatus } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { deskPaths } from "../../desk/deskPaths";
import { Link } from "@/lib/router";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { cx } from "@/ui/cx";
import { EmptyState } from "@/ui/layout/EmptyState";
import { ErrorState } from "@/ui/layout/ErrorState";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { useWide } from "../../table/useWide";
import { useTickets } from "../useItems";
import type { OpenForm } from "../openForm";
import css from "./users.module.css";
import { ofWord } from "@/lib/words";
import shapes from "@/ui/layout/shapes.module.css";

const loadRemove = () => import("./RemoveDialog");

type Props = {
  userId: number;
  openForm: OpenForm;
  /** Without it these are part of the driver's own page. */
  onClose?: () => void;
};

/** The tickets of the user whose row was opened. */
export function UserTickets({ userId, openForm, onClose }: Props) {
  const { data: user } = useUser(userId);
  const { data, error, mutate } = useTickets(userId);
  const [removed, setRemoved] = useState<Ticket | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user's tickets are another part of the page
  useEffect(() => {
    if (!onClose) return;
    heading.current?.scrollIntoView({ block: "nearest" });
    heading.current?.focus({ preventScroll: true });
  }, [userId]);
  const name = user ? user.fullName || user.username : `User ${userId}`;

  return (
    <section className={cx(shapes.surface, css.tickets)} aria-label="Tickets of the user">
      <header className={cx(shapes.spread, css.ticketsHead)}>
        <h3 className={css.ticketsTitle} ref={heading} tabIndex={-1}>
          {onClose ? `Tickets of ${name}` : "Tickets"}{" "}
          {onClose && <span className={css.soft}>#{userId}</span>}
        </h3>
        {onClose && (
          <div className={css.ticketsActions}>
            <Link
              className={buttonClass({ variant: "secondary", compact: true })}
              to={deskPaths.user(userId)}
            >
              Driver page
            </Link>
            <Button
              variant="secondary"
              compact
              onClick={() => openForm({ form: "ticket", user: user ?? null })}
            >
              New ticket
            </Button>
            <Button
              variant="text"
              compact
              icon={<X size={18} aria-hidden="true" />}
              aria-label="Close the tickets"
              onClick={onClose}
            >
              Close
            </Button>
          </div>
        )}
      </header>
      {!data && error ? (
        <ErrorState onRetry={() => void mutate()} />
      ) : !data ? (
        <Loading label="Loading tickets">
          <Skeleton height="6rem" />
        </Loading>
      ) : data.length === 0 ? (
        <EmptyState title="No tickets found for this user." />
      ) : (
        <Tickets
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
    </section>
  );
}

type TicketsProps = {
  tickets: readonly Ticket[];
  onEdit: (ticket: Ticket) => void;
  onRemove: (ticket: Ticket) => void;
};

function Tickets({ tickets, onEdit, onRemove }: TicketsProps) {
  const wide = useWide();
  const buttons = (ticket: Ticket) => (
    <span className={css.buttons}>
      <Button
        variant="secondary"
        compact
        className={css.dense}
        aria-label={`Edit ticket ${ticket.id}`}
        onClick={() => onEdit(ticket)}
      >
        Edit
      </Button>
      <Button
        variant="secondary"
        compact
        className={cx(css.dense, css.remove)}
        aria-label={`Remove ticket ${ticket.id}`}
        onClick={() => onRemove(ticket)}
      >
        Remove
      </Button>
    </span>
  );
  if (!wide) {
    return (
      <ul className={css.cards}>
        {tickets.map((ticket) => (
          <li key={ticket.id} className={css.card}>
            <p className={css.cardTitle}>
              {ticket.violationType} <span className={css.soft}>#{ticket.id}</span>
            </p>
            <p className={css.soft}>
              {formatDate(ticket.date)} · {ticket.location} · {ticket.points} points
            </p>
            <p>
              <Status ticket={ticket} />
            </p>
            {buttons(ticket)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label="Tickets">
      <table className={css.table}>
        <thead>
          <tr>
            <th className={css.end}>ID</th>
            <th>Violation</th>
            <th>Date</th>
            <th>Location</th>
            <th className={css.end}>Points</th>
            <th>Status</th>
            <th className={css.pinned}>Actions</th>
          </tr>
        </thead>
        <tbody>
          {tickets.map((ticket) => (
            <tr key={ticket.id}>
              <td className={css.end}>{ticket.id}</td>
              <td className={css.long}>{ticket.violationType}</td>
              <td>{formatDate(ticket.date)}</td>
              <td className={css.long}>{ticket.location}</td>
              <td className={css.end}>{ticket.points}</td>
              <td>
                <Status ticket={ticket} />
              </td>
              <td className={css.pinned}>{buttons(ticket)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const TONES: Record<TicketStatus, Tone> = {
  Fine: "neutral",
  Warning: "info",
  "Court Required": "warn",
};

function Status({ ticket }: { ticket: Ticket }) {
  return (
    <span className={css.buttons}>
      <Chip tone={ofWord(TONES, ticket.status)}>{ticket.status}</Chip>
      {ticket.isEstimated && <Chip>Estimated {formatCents(centsOf(ticket.fine))}</Chip>}
      {ticket.isPaid && <Chip tone="good">Paid</Chip>}
    </span>
  );
}
