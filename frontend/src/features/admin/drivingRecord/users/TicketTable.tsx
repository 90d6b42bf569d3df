import type { Ticket, TicketStatus } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { centsOf, formatCents } from "@/lib/money";
import { lookUpLabel } from "@/lib/labels";
import { citationText } from "@/parts/drivingRecord/citation";
import { dueDateOf } from "@/parts/dates/dueDate";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { useWide } from "../../table/useWide";
import { DisputeChip } from "../DisputeChip";
import { StandingChip } from "../StandingChip";
import css from "./users.module.css";

type Props = {
  tickets: readonly Ticket[];
  onEdit: (ticket: Ticket) => void;
  onRemove: (ticket: Ticket) => void;
};

export function TicketTable({ tickets, onEdit, onRemove }: Props) {
  const wide = useWide();
  const renderButtons = (ticket: Ticket) => (
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
      <ul>
        {tickets.map((ticket) => (
          <li key={ticket.id} className={css.card}>
            <p className={css.cardTitle}>
              {ticket.violationType} <span className={css.soft}>#{ticket.id}</span>
            </p>
            {citationText(ticket) && <p className={css.soft}>{citationText(ticket)}</p>}
            <p className={css.soft}>
              {formatDate(ticket.date)} · {ticket.location} · {ticket.points} points
            </p>
            <p className={css.amounts}>
              <strong>{ticket.amount}</strong>
              {dueDateOf(ticket) && <span>due {formatDate(dueDateOf(ticket))}</span>}
            </p>
            <p>
              <TicketChips ticket={ticket} />
            </p>
            {renderButtons(ticket)}
          </li>
        ))}
      </ul>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    <section className={css.scroll} tabIndex={0} aria-label="Tickets">
      <table className={css.table}>
        <thead>
          <tr>
            <th className={css.end}>ID</th>
            <th>Violation</th>
            <th className={css.apart}>Date</th>
            <th className={css.apart}>Location</th>
            <th className={css.end}>Points</th>
            <th className={css.end}>Amount</th>
            <th>Status</th>
            <th className={css.pinned}>Actions</th>
          </tr>
        </thead>
        <tbody>
          {tickets.map((ticket) => (
            <tr key={ticket.id}>
              <td className={css.end}>{ticket.id}</td>
              <td className={css.long}>
                {ticket.violationType}
                {citationText(ticket) && <span className={css.below}>{citationText(ticket)}</span>}
                <span className={cx(css.below, css.folded)}>
                  {formatDate(ticket.date)} · {ticket.location}
                </span>
              </td>
              <td className={css.apart}>{formatDate(ticket.date)}</td>
              <td className={cx(css.long, css.apart, css.place)}>{ticket.location}</td>
              <td className={css.end}>{ticket.points}</td>
              <td className={css.end}>
                {ticket.amount}
                {dueDateOf(ticket) && (
                  <span className={css.below}>due {formatDate(dueDateOf(ticket))}</span>
                )}
              </td>
              <td>
                <TicketChips ticket={ticket} />
              </td>
              <td className={css.pinned}>{renderButtons(ticket)}</td>
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

/** The status that staff filed, a mark for an estimated fine, the standing, and the dispute. */
function TicketChips({ ticket }: { ticket: Ticket }) {
  return (
    <>
      <span className={css.buttons}>
        <Chip tone={lookUpLabel(TONES, ticket.status)}>{ticket.status}</Chip>
        {ticket.isEstimated && <Chip>Estimated {formatCents(centsOf(ticket.fine))}</Chip>}
        <StandingChip item={ticket} />
      </span>
      <span className={css.below}>
        <DisputeChip item={ticket} />
      </span>
    </>
  );
}
