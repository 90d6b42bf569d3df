import { useState } from "react";
import type { LawyerHire } from "@/api/types";
import { deskPaths } from "../desk/deskPaths";
import { readContact } from "@/parts/legalHelp/contact";
import { Alert } from "@/ui/feedback/Alert";
import { Button } from "@/ui/buttons/Button";
import { Drawer } from "@/ui/desk/Drawer";
import { exactTime } from "../desk/times";
import { SolvedToggle } from "../table/cells/SolvedToggle";
import { CancelAndRefundDialog } from "./CancelAndRefundDialog";
import { Facts } from "../queue/Facts";
import { dollars } from "../queue/filters";
import { HIRE_STATUSES, HireStatusChip } from "./HireStatusChip";
import { ContactMethods, type HireActions } from "./hireColumns";
import { RecordLinks } from "../queue/RecordLinks";
import css from "../table/cells/RowAction.module.css";
import { StatusSelect } from "../table/cells/StatusSelect";
import type { QueueList } from "../queue/useQueue";

type Props = { hire: LawyerHire | null; queue: QueueList<LawyerHire>; actions: HireActions };

const REFUNDS: Record<string, string> = {
  pending: "On its way",
  refunded: "Refunded",
  failed: "Failed; it is asked for again",
};

/** One hire, beside the list. */
export function HireDrawer({ hire, queue, actions }: Props) {
  const [cancelling, setCancelling] = useState(false);
  if (!hire) return null;
  const { phone, email } = readContact(hire.contactMethod, hire.contactValue);
  return (
    <Drawer
      open
      onClose={queue.close}
      title={`Hire ${hire.id}`}
      footer={
        hire.refund === null && (
          <Button variant="danger" compact onClick={() => setCancelling(true)}>
            Cancel and refund
          </Button>
        )
      }
    >
      {queue.failure && <Alert>{queue.failure}</Alert>}
      <div className={css.bar}>
        <StatusSelect
          of={`hire ${hire.id}`}
          value={hire.status}
          options={HIRE_STATUSES}
          onChange={(status) => actions.setStatus(hire, status)}
        />
        <SolvedToggle
          solved={hire.isSolved}
          of={`hire ${hire.id}`}
          onChange={(solved) => actions.solve(hire, solved)}
        />
        {!hire.isSeenByAdmin && (
          <Button variant="secondary" compact onClick={() => actions.see(hire)}>
            Seen
          </Button>
        )}
      </div>
      <Facts
        of={[
          { name: "Status", value: <HireStatusChip status={hire.status} /> },
          { name: "Amount", value: dollars(hire.amount) },
          { name: "Refund", value: hire.refund && (REFUNDS[hire.refund] ?? hire.refund) },
          { name: "Violation", value: hire.violationType },
          { name: "Ticket ID", value: hire.ticketId },
          { name: "Contact Method", value: <ContactMethods method={hire.contactMethod} /> },
          { name: "Phone", value: phone },
          { name: "Email", value: email },
          { name: "Confirmation Number", value: hire.confirmationNumber },
          { name: "Hired", value: exactTime(hire.createdAt) },
          { name: "Driver may cancel until", value: exactTime(hire.cancelUntil) },
        ]}
      />
      <RecordLinks
        driver={hire.userId}
        audit={deskPaths.audit({ subjectKind: "lawyer_hire", subjectId: hire.id })}
      />
      <CancelAndRefundDialog
        open={cancelling}
        onOpenChange={setCancelling}
        hire={hire}
        change={queue.change}
      />
    </Drawer>
  );
}
