import { useCallback, useEffect, useMemo } from "react";
import { useLawyerHires } from "@/api/hooks";
import type { Ticket } from "@/api/types";
import { paths } from "@/lib/paths";
import { useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { toast } from "@/ui/toast";
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
  useLawyerLink(record, open);
  // Read after the lists: no row waits for it, and the server refuses a second lawyer anyway.
  const { data: hires } = useLawyerHires(own && Boolean(tickets.data));
  const context = useMemo(() => {
    const active = (hires ?? []).filter(({ status }) => status !== "Cancelled");
    return { hired: new Set(active.flatMap(({ ticketId }) => ticketId ?? [])), onHire: open };
  }, [hires, open]);
  return { ticket: ticket?.isPaid ? null : ticket, context, close: () => navigate(-1) };
}

/** `?lawyer={ticketId}`: once the tickets are there, opens the offer as Hire Lawyer does. */
function useLawyerLink({ user, own, tickets }: DriverRecord, open: (ticket: Ticket) => void): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const asked = query.get("lawyer");
  const list = tickets.data;
  useEffect(() => {
    if (asked === null || !user || !list) return;
    const ticket = list.find(({ id }) => String(id) === asked);
    if (ticket && own && !ticket.isPaid) {
      open(ticket);
      return;
    }
    navigate(paths.profile({ user: user.id }), { replace: true });
    toast({
      title: ticket?.isPaid ? "That ticket is paid" : "That ticket isn’t here",
      description: "There is nothing left to fight for it.",
    });
  }, [asked, user, own, list, navigate, open]);
}
