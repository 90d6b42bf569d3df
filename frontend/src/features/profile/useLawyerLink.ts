import { useEffect } from "react";
import { paths } from "@/lib/paths";
import { useNavigate, useSearchParams } from "@/lib/router";
import { toast } from "@/ui/toast";
import { lawyerAddress } from "./lawyerAddress";
import type { DriverRecord } from "./useRecord";

/** `?lawyer={ticketId}`: once the tickets are there, goes on as Hire Lawyer does; going back finds the plain profile. */
export function useLawyerLink({ user, own, tickets }: DriverRecord): void {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const asked = query.get("lawyer");
  const list = tickets.data;
  useEffect(() => {
    if (asked === null || !user || !list) return;
    navigate(paths.profile({ user: user.id }), { replace: true });
    const ticket = list.find(({ id }) => String(id) === asked);
    if (ticket && own && !ticket.isPaid) {
      navigate(lawyerAddress(ticket, Date.now()));
      return;
    }
    toast({
      title: ticket?.isPaid ? "That ticket is paid" : "That ticket isn’t here",
      description: "There is nothing left to fight for it.",
    });
  }, [asked, user, own, list, navigate]);
}
