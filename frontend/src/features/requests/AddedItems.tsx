import CircleCheck from "lucide-react/icons/circle-check";
import Copy from "lucide-react/icons/copy";
import Hourglass from "lucide-react/icons/hourglass";
import SearchX from "lucide-react/icons/search-x";
import { type ReactNode, useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { AddedItem, CheckStatus } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { lookUpLabel } from "@/lib/labels";
import { ADDED_ITEMS_KEY, clearItems } from "@/parts/drivingRecord/clearItems";
import { SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useSubmit } from "@/parts/forms/useSubmit";
import { LazyItemFiles } from "@/parts/itemFiles/LazyItemFiles";
import { Button } from "@/ui/buttons/Button";
import { Chip, type Tone } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { deleteAddedItem, getAddedItems } from "./calls";
import css from "./Requests.module.css";

const STATUS: Record<CheckStatus, { tone: Tone; icon: ReactNode; word: string; text: string }> = {
  being_checked: {
    tone: "info",
    icon: <Hourglass aria-hidden="true" />,
    word: "Being checked",
    text: "We’re checking it and will email you the result.",
  },
  confirmed: {
    tone: "good",
    icon: <CircleCheck aria-hidden="true" />,
    word: "Confirmed",
    text: "We confirmed it. Please check its dates and amount, because we may have corrected them.",
  },
  merged: {
    tone: "good",
    icon: <Copy aria-hidden="true" />,
    word: "Already on record",
    text: "It was already on your record.",
  },
  not_found: {
    tone: "neutral",
    icon: <SearchX aria-hidden="true" />,
    word: "Not found",
    text: "We couldn’t confirm it, so we removed it from your record. It may still be valid. Keep your notice and check its dates.",
  },
  withdrawn: {
    tone: "neutral",
    icon: null,
    word: "Removed",
    text: "You removed it.",
  },
};

/** The items that the driver added, with the results of staff's checks. Renders nothing if there are none. */
export function AddedItems() {
  const { data, mutate } = useSWR(ADDED_ITEMS_KEY, getAddedItems, REVALIDATE_ON_MOUNT);
  const [removed, setRemoved] = useState<AddedItem | null>(null);
  const [opened, setOpened] = useState<number | null>(null);
  if (!data || data.length === 0) return null;
  return (
    <Card title="Tickets you added" flush>
      <ul>
        {data.map((one) => (
          <li key={one.id} className={css.report}>
            <div className={css.body}>
              <span className={css.what}>{one.label}</span>
              <p>
                {[one.citationNumber, one.issuer, formatDate(one.date)].filter(Boolean).join(" · ")}
              </p>
              <p>
                {lookUpLabel(STATUS, one.status)?.text}
                {one.reason && ` Note from our team: ${one.reason}`}
              </p>
              {one.status === "not_found" && (
                <>
                  <Button
                    variant="text"
                    compact
                    aria-expanded={opened === one.id}
                    aria-label={`Photos and documents of ${one.label}`}
                    onClick={() => setOpened(opened === one.id ? null : one.id)}
                  >
                    Photos and documents
                  </Button>
                  {opened === one.id && (
                    <LazyItemFiles kind={one.kind} id={one.itemId} heading="h3" isReadOnly />
                  )}
                </>
              )}
              {one.status === "being_checked" && (
                <Button
                  variant="text"
                  compact
                  aria-haspopup="dialog"
                  aria-label={`Remove ${one.label}`}
                  onClick={() => setRemoved(one)}
                >
                  Remove
                </Button>
              )}
            </div>
            <Chip
              tone={lookUpLabel(STATUS, one.status)?.tone}
              icon={lookUpLabel(STATUS, one.status)?.icon}
            >
              {lookUpLabel(STATUS, one.status)?.word ?? one.status}
            </Chip>
          </li>
        ))}
      </ul>
      {removed && (
        <RemoveDialog
          key={removed.id}
          item={removed}
          onClose={() => setRemoved(null)}
          onRemoved={() => void mutate()}
        />
      )}
    </Card>
  );
}

type RemoveProps = { item: AddedItem; onClose: () => void; onRemoved: () => void };

function RemoveDialog({ item, onClose, onRemoved }: RemoveProps) {
  const isToll = item.kind === "toll";
  const submit = useSubmit(
    () => ({}),
    async () => {
      await deleteAddedItem(item.id);
      onClose();
      onRemoved();
      await clearItems();
      toast({
        title: isToll ? "Toll Removed" : "Ticket Removed",
        description: "We won’t check it or remind you of it anymore.",
      });
    },
  );
  return (
    <SubmitDialog
      open
      onOpenChange={onClose}
      submit={submit}
      title={isToll ? "Remove this toll?" : "Remove this ticket?"}
      description={`${item.label}, ${formatDate(item.date)}. Its reminders stop, too. You can add it again.`}
      action="Remove"
      working="Removing..."
    />
  );
}
