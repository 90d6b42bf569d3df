import { useCallback, useEffect, useMemo, useRef } from "react";
import type { Standing, Ticket } from "@/api/types";
import { paths } from "@/lib/paths";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { lookUpLabel } from "@/lib/labels";
import { explainNoLawyer } from "@/parts/legalHelp/legalHelp";
import { toast } from "@/ui/overlays/toast";
import type { DriverRecord } from "./useRecord";

/**
 * The lawyer's offer has a history entry above the profile. Closing it or pressing Back returns to /driving-profile.
 */
export function useLawyerOffer(record: DriverRecord) {
  const { user, tickets } = record;
  const navigate = useNavigate();
  const { state } = useLocation();
  const asked = (state as { offer?: number } | null)?.offer;
  const ticket = tickets.data?.find(({ id }) => id === asked) ?? null;
  const userId = user?.id;
  const open = useCallback(
    (ticket: Ticket) => {
      const profile = paths.profile({ user: userId });
      navigate(profile, { replace: true });
      navigate(profile, { state: { offer: ticket.id } });
    },
    [navigate, userId],
  );
  const context = useMemo(() => ({ onHire: open }), [open]);
  useLawyerLink(record, open);
  const closing = useRef(false);
  useEffect(() => {
    if (asked === undefined) closing.current = false;
  }, [asked]);
  const close = () => {
    // Goes back only once, because a second step back would leave the profile.
    if (!closing.current) navigate(-1);
    closing.current = true;
  };
  return { ticket: ticket?.mayHireLawyer ? ticket : null, context, close };
}

/** `?lawyer={ticketId}` opens the offer once the tickets have loaded, like Hire Lawyer does. */
function useLawyerLink({ user, own, tickets }: DriverRecord, open: (ticket: Ticket) => void): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const asked = query.get("lawyer");
  const list = tickets.data;
  useEffect(() => {
    if (asked === null || !user || !list) return;
    const ticket = list.find(({ id }) => String(id) === asked);
    const why = findReasonNotOffered(ticket, own);
    if (ticket && !why) return open(ticket);
    navigate(paths.profile({ user: user.id }), { replace: true });
    if (why) toast(why);
  }, [asked, user, own, list, navigate, open]);
}

const NOT_NOW = {
  title: "You can’t hire a lawyer for that ticket",
  description: "Go to Legal help to see the lawyers you’ve hired.",
};
const PAID = {
  title: "That ticket is already paid",
  description: "There is nothing left to fight.",
};

const NO_LAWYER: Record<Standing, typeof PAID> = {
  due: NOT_NOW,
  with_lawyer: {
    title: "You already have a lawyer for this ticket",
    description: "Go to Legal help to see your case.",
  },
  processing: {
    title: "Your payment for that ticket is processing",
    description: "Your bank is processing it.",
  },
  paid: PAID,
  refunding: NOT_NOW,
  chargeback_open: NOT_NOW,
  settled_with_city: PAID,
  dismissed: {
    title: "That ticket is dismissed",
    description: "There is nothing left to fight.",
  },
};

function findReasonNotOffered(ticket: Ticket | undefined, own: boolean) {
  if (!ticket)
    return { title: "We couldn’t find that ticket", description: "It may have been removed." };
  if (!own)
    return {
      title: "Only the driver can do this",
      description: "Only the driver can hire a lawyer for this ticket.",
    };
  if (ticket.mayHireLawyer) return null;
  const why = explainNoLawyer(ticket);
  if (why) return { ...NOT_NOW, description: why };
  return lookUpLabel(NO_LAWYER, ticket.standing) ?? NOT_NOW;
}
