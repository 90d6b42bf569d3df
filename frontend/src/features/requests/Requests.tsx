import MessageSquareText from "lucide-react/icons/message-square-text";
import SearchX from "lucide-react/icons/search-x";
import { useState } from "react";
import useSWR from "swr";
import type { User } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { AddedItems } from "./AddedItems";
import { getReports } from "./calls";
import { HardshipRequests } from "./HardshipRequests";
import { MissingDialog } from "./MissingDialog";
import { Reports } from "./Reports";
import css from "./Requests.module.css";
import { TextDialog } from "./TextDialog";

type Props = { user: User; isReporting: boolean; onReporting: (open: boolean) => void };

/**
 * Buttons for reporting a missing ticket and for requesting text messages. Below them are the items that the driver
 * added, the requests for help with paying, and the reports, each with its state.
 */
export default function Requests({ user, isReporting, onReporting }: Props) {
  const [isTextDialogOpen, setTextDialogOpen] = useState(false);
  const reports = useSWR("/api/missing-ticket-reports", getReports);
  return (
    <div className={css.requests}>
      <div className={css.buttons}>
        <Button
          variant="danger"
          icon={<SearchX size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => onReporting(true)}
        >
          Are we Missing any Tickets?
        </Button>
        <Button
          variant="secondary"
          icon={<MessageSquareText size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setTextDialogOpen(true)}
        >
          Text notifications
        </Button>
      </div>
      <AddedItems />
      <HardshipRequests />
      <Reports list={reports} />
      <MissingDialog
        open={isReporting}
        onOpenChange={onReporting}
        userId={user.id}
        onReported={() => void reports.mutate()}
      />
      <TextDialog open={isTextDialogOpen} onOpenChange={setTextDialogOpen} user={user} />
    </div>
  );
}
