import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Standing, Ticket } from "@/api/types";
import { paths } from "@/lib/paths";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { explainNoLawyer } from "@/parts/legalHelp/legalHelp";
import { toast } from "@/ui/overlays/toast";
import type { DriverRecord } from "./useRecord";

/**
 * The offer to hire a lawyer for a ticket. The offer has a history entry above the profile's, so closing it or going
 * Back returns to the profile.
 */
export function useHireOffer(record: DriverRecord) {
  const { user, tickets } = record;
  const navigate = useNavigate();
  const { state } = useLocation();
  const offeredTicketId = (state as { offer?: number } | null)?.offer;
  const ticket = tickets.data?.find(({ id }) => id === offeredTicketId) ?? null;
  // An open offer stays open if the driver changes the court to one that no lawyer takes, so that they can change it back.
  const openedId = useRef<number | null>(null);
  const userId = user?.id;
  const open = useCallback(
    (ticket: Ticket) => {
      openedId.current = ticket.id;
      const profile = paths.profile({ user: userId });
      navigate(profile, { replace: true });
      navigate(profile, { state: { offer: ticket.id } });
    },
    [navigate, userId],
  );
  const context = useMemo(() => ({ onHire: open }), [open]);
  useOfferLink(record, open);
  const isClosing = useRef(false);
  useEffect(() => {
    if (offeredTicketId === undefined) isClosing.current = false;
  }, [offeredTicketId]);
  const close = () => {
    // Navigates back only once, because a second time would leave the profile.
    if (!isClosing.current) navigate(-1);
    isClosing.current = true;
  };
  const isOffered = ticket?.mayHireLawyer || (ticket !== null && ticket.id === openedId.current);
  return { ticket: isOffered ? ticket : null, context, close };
}

/** Opens the offer for the ticket in the address (`?lawyer={ticketId}`) once the tickets have loaded. */
function useOfferLink(
  { user, isOwn, tickets }: DriverRecord,
  openOffer: (ticket: Ticket) => void,
): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const requestedId = query.get("lawyer");
  const list = tickets.data;
  useEffect(() => {
    if (requestedId === null || !user || !list) return;
    const ticket = list.find(({ id }) => String(id) === requestedId);
    const reason = findReasonNotOffered(ticket, isOwn);
    if (ticket && !reason) return openOffer(ticket);
    navigate(paths.profile({ user: user.id }), { replace: true });
    if (reason) toast(reason);
  }, [requestedId, user, isOwn, list, navigate, openOffer]);
}

const NOT_OFFERED = {
  title: "You can’t hire a lawyer for that ticket",
  description: "Go to Legal help to see the lawyers you’ve hired.",
};
const PAID = {
  title: "That ticket is already paid",
  description: "There is nothing left to fight.",
};

const REASONS_BY_STANDING: Record<Standing, typeof PAID> = {
  due: NOT_OFFERED,
  with_lawyer: {
    title: "You already have a lawyer for this ticket",
    description: "Go to Legal help to see your case.",
  },
  processing: {
    title: "Your payment for that ticket is processing",
    description: "You can’t hire a lawyer for it in the meantime.",
  },
  paid: PAID,
  refunding: { ...NOT_OFFERED, description: "A refund is in progress." },
  chargeback_open: {
    ...NOT_OFFERED,
    description: "Your bank reversed your payment and is still reviewing it.",
  },
  settled_with_city: PAID,
  dismissed: {
    title: "That ticket was dismissed",
    description: "There is nothing left to fight.",
  },
  being_checked: {
    title: "We’re still checking that ticket",
    description: "You can hire a lawyer for it once it’s confirmed.",
  },
};

/** Returns why no lawyer is offered for a ticket, as a toast; null if one is offered. */
function findReasonNotOffered(ticket: Ticket | undefined, isOwn: boolean) {
  if (!ticket)
    return { title: "We couldn’t find that ticket", description: "It may have been removed." };
  if (!isOwn)
    return {
      title: "Only the driver can do this",
      description: "Only the driver can hire a lawyer for this ticket.",
    };
  if (ticket.mayHireLawyer) return null;
  const why = explainNoLawyer(ticket);
  if (why) return { ...NOT_OFFERED, description: why };
  return lookUpLabel(REASONS_BY_STANDING, ticket.standing) ?? NOT_OFFERED;
}
