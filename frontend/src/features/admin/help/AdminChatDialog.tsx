import type { HelpInquiry } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { LiveChat } from "@/parts/chat/LiveChat";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Dialog } from "@/ui/overlays/Dialog";
import { formatDriverName } from "../desk/driver";
import { OtherViewers } from "../desk/live/RecentChangeChip";
import { currentLiveDesk } from "../desk/live/useLiveDesk";
import { useOtherViewers } from "../desk/live/useOtherViewers";
import css from "./AdminChatDialog.module.css";
import { isPending } from "./inquiryColumns";
import { SavedReplies } from "./SavedReplies";
import { useMarkAsSeen } from "./useMarkAsSeen";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  inquiry: HelpInquiry | null;
  failure: string | null;
  onResolve: (inquiry: HelpInquiry) => void;
};

/** An inquiry's chat for staff, about 600 px high. A resolved chat is read-only. */
export default function AdminChatDialog(props: Props) {
  const { open, onOpenChange, inquiry, failure, onResolve } = props;
  const { user } = useSession();
  useMarkAsSeen(open ? inquiry : null);
  const people = useOtherViewers(open && inquiry ? "help_inquiry" : undefined, inquiry?.id ?? 0);
  if (!inquiry || !user) return null;
  const pending = isPending(inquiry);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="wide"
      title={`Chat with ${formatDriverName(inquiry)}`}
      footer={
        pending && (
          <Button variant="secondary" onClick={() => onResolve(inquiry)}>
            Mark Resolved
          </Button>
        )
      }
    >
      {failure && <Alert>{failure}</Alert>}
      <OtherViewers people={people} />
      <div className={css.chat} onInput={() => currentLiveDesk()?.type()}>
        <LiveChat
          inquiry={inquiry.id}
          viewer={user}
          resolved={!pending}
          tools={(text, insert) => <SavedReplies text={text} insert={insert} />}
        />
      </div>
    </Dialog>
  );
}
