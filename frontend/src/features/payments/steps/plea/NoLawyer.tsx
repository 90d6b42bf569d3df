import { ChangeCourt } from "@/parts/legalHelp/cases/ChangeCourt";
import { useLawyerAvailability } from "@/parts/legalHelp/cases/useLawyerAvailability";
import css from "./PleaStep.module.css";

/** Says why no lawyer is offered for a ticket. While the court isn't known, the driver can name it. */
export function NoLawyer({ ticketId, reason }: { ticketId: number; reason: string }) {
  const { availability } = useLawyerAvailability(ticketId);
  return (
    <>
      <p className={css.means}>{reason}</p>
      {availability && <ChangeCourt ticketId={ticketId} availability={availability} />}
    </>
  );
}
