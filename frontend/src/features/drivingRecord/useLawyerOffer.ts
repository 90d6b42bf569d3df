import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLawyerHires } from "@/parts/legalHelp/useLawyerHires";
import type { Ticket } from "@/api/types";
import { hiredTickets } from "@/parts/legalHelp/hiredTickets";
import { paths } from "@/lib/paths";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { toast } from "@/ui/overlays/toast";
import type { DriverRecord } from "./useRecord";

/**
 * The lawyer's offer stands in the history as an entry of its own above the profile: the back button and the browser's
 * own close it and find /driving-profile.
 */
export function useLawyerOffer(record: DriverRecord) {
  const { user, own, tickets } = record;
  const navigate = useNavigate();
  const { state } = useLocation();
  const asked = (state as { offer?: number } | null)?.offer;
  const ticket = tickets.data?.find(({ id }) => id === asked) ?? null;
  const userId = user?.id;
  const open = useCallback(
    (of: Ticket) => {
      const profile = paths.profile({ user: userId });
      navigate(profile, { replace: true });
      navigate(profile, { state: { offer: of.id } });
    },
    [navigate, userId],
  );
  // Read after the lists: no row waits for it, and the server refuses a second lawyer anyway.
  const hires = useLawyerHires(own && Boolean(tickets.data));
  const hired = useMemo(() => hiredTickets(hires.data), [hires.data]);
  const context = useMemo(() => ({ hired, onHire: open }), [hired, open]);
  useLawyerLink(record, hires.isLoading ? null : hired, open);
  const closing = useRef(false);
  useEffect(() => {
    if (asked === undefined) closing.current = false;
  }, [asked]);
  const close = () => {
    // Twice would leave the profile as well.
    if (!closing.current) navigate(-1);
    closing.current = true;
  };
  return { ticket: ticket?.isPaid || hired.has(asked ?? 0) ? null : ticket, context, close };
}

/** `?lawyer={ticketId}`: once tickets and hires are there, opens the offer as Hire Lawyer does. */
function useLawyerLink(
  { user, own, tickets }: DriverRecord,
  hired: ReadonlySet<number> | null,
  open: (ticket: Ticket) => void,
): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const asked = query.get("lawyer");
  const list = tickets.data;
  useEffect(() => {
    if (asked === null || !user || !list || !hired) return;
    const ticket = list.find(({ id }) => String(id) === asked);
    const why = whyNot(ticket, own, hired);
    if (ticket && !why) return open(ticket);
    navigate(paths.profile({ user: user.id }), { replace: true });
    if (why) toast(why);
  }, [asked, user, own, list, hired, navigate, open]);
}

function whyNot(ticket: Ticket | undefined, own: boolean, hired: ReadonlySet<number>) {
  if (!ticket) return { title: "That ticket isn’t here", description: "It may have been removed." };
  if (!own)
    return { title: "This is for the driver", description: "Only they can hire a lawyer here." };
  if (ticket.isPaid)
    return { title: "That ticket is paid", description: "There is nothing left to fight." };
  if (hired.has(ticket.id))
    return { title: "You have a lawyer for this ticket", description: "See Legal help." };
  return null;
}
