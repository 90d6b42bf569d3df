import { MessageSquareText, SearchX } from "lucide-react";
import { useState } from "react";
import useSWR from "swr";
import { getReports } from "./calls";
import type { User } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { MissingDialog } from "./MissingDialog";
import { Reports } from "./Reports";
import css from "./Requests.module.css";
import { TextDialog } from "./TextDialog";

/** What a driver asks for: tickets to be looked for, texts to be sent; and what became of it. */
export default function Requests({ user }: { user: User }) {
  const [asking, setAsking] = useState<"missing" | "texts" | null>(null);
  const reports = useSWR("/api/missing-ticket-reports", getReports);
  return (
    <div className={css.requests}>
      <div className={css.buttons}>
        <Button
          variant="danger"
          icon={<SearchX size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setAsking("missing")}
        >
          Are we Missing any Tickets?
        </Button>
        <Button
          variant="secondary"
          icon={<MessageSquareText size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setAsking("texts")}
        >
          Text me about changes
        </Button>
      </div>
      <Reports list={reports} />
      <MissingDialog
        open={asking === "missing"}
        onOpenChange={() => setAsking(null)}
        userId={user.id}
        onReported={() => void reports.mutate()}
      />
      <TextDialog open={asking === "texts"} onOpenChange={() => setAsking(null)} user={user} />
    </div>
  );
}
