import type { HelpInquiry } from "@/api/types";
import { deskPaths } from "../desk/deskPaths";
import { shownPhone, telHref } from "@/lib/phone";
import { Alert } from "@/ui/feedback/Alert";
import { Drawer } from "@/ui/desk/Drawer";
import { exactTime } from "../desk/times";
import { Facts } from "../queue/Facts";
import { type InquiryActions, InquiryButtons, Solved, StatusChip, typeOf } from "./inquiryColumns";
import { RecordLinks } from "../queue/RecordLinks";
import css from "../table/cells/RowAction.module.css";
import type { QueueList } from "../queue/useQueue";

type Props = {
  inquiry: HelpInquiry | null;
  queue: QueueList<HelpInquiry>;
  actions: InquiryActions;
};

/** One inquiry, beside the list. */
export function InquiryDrawer({ inquiry, queue, actions }: Props) {
  if (!inquiry) return null;
  const { phoneNumber, resolvedAt } = inquiry;
  return (
    <Drawer open onClose={queue.close} title={`Inquiry ${inquiry.id}`}>
      {queue.failure && <Alert>{queue.failure}</Alert>}
      <div className={css.bar}>
        <InquiryButtons inquiry={inquiry} actions={actions} />
        <Solved inquiry={inquiry} actions={actions} />
      </div>
      <Facts
        of={[
          { name: "Type", value: typeOf(inquiry) },
          { name: "Status", value: <StatusChip status={inquiry.status} /> },
          {
            name: "Phone",
            value: phoneNumber && <a href={telHref(phoneNumber)}>{shownPhone(phoneNumber)}</a>,
          },
          { name: "Created At", value: exactTime(inquiry.createdAt) },
          { name: "Resolved at", value: resolvedAt && exactTime(resolvedAt) },
          { name: "Message", value: inquiry.message, wide: true },
        ]}
      />
      <RecordLinks
        driver={inquiry.userId}
        audit={deskPaths.audit({ subjectKind: "help_inquiry", subjectId: inquiry.id })}
      />
    </Drawer>
  );
}
