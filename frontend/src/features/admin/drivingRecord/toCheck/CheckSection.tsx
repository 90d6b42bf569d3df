import { useState } from "react";
import type { CheckDecisionBody, ItemToCheck, SimilarItem } from "@/api/types";
import { useUser } from "@/parts/drivingRecord/useRecords";
import { LazyItemFiles } from "@/parts/itemFiles/LazyItemFiles";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { WaitingRecord } from "../../queue/waiting/WaitingRecord";
import waiting from "../../queue/waiting/waiting.module.css";
import ItemDrawer from "../forms/ItemDrawer";
import type { ItemRecord } from "../forms/itemCalls";
import {
  getItemToCheck,
  postCheckDecision,
  readRecord,
  refreshItemsToCheck,
  TO_CHECK_KEY,
} from "./calls";
import { EnteredFacts } from "./EnteredFacts";
import { SimilarItems } from "./SimilarItems";
import css from "./toCheck.module.css";

const loadMerge = () => import("./MergeDialog");
const loadNotFound = () => import("./NotFoundDialog");

type Props = { id: number; onClose: () => void };

/** An added item: what the driver entered, items that may be the same, and buttons for staff's decision. */
export function CheckSection({ id, onClose }: Props) {
  return (
    <WaitingRecord
      id={id}
      queueKey={TO_CHECK_KEY}
      load={getItemToCheck}
      noun="ticket"
      titleOf={({ added }) => added.label}
      gone="It may have been removed."
      onClose={onClose}
    >
      {(found, reload) => <Decision found={found} onReload={reload} onClose={onClose} />}
    </WaitingRecord>
  );
}

type DecisionProps = { found: ItemToCheck; onReload: () => void; onClose: () => void };
type Send = (body: Omit<CheckDecisionBody, "version">, title: string) => Promise<void>;

function Decision({ found: { added, similar }, onReload, onClose }: DecisionProps) {
  const [isRefusing, setRefusing] = useState(false);
  const [remaining, setRemaining] = useState<SimilarItem | null>(null);
  const [record, setRecord] = useState<ItemRecord | null>(null);
  const { data: driver } = useUser(added.userId);
  const { busy, run } = useAction((work: () => Promise<void>) =>
    work().catch((error: unknown) => {
      // The item may have changed in the meantime. The next attempt must start from its newest version.
      onReload();
      throw error;
    }),
  );
  if (added.status !== "being_checked")
    return <Alert tone="info">This ticket was already checked, or the driver removed it.</Alert>;

  const sendDecision: Send = async (body, title) => {
    await postCheckDecision(added.id, { ...body, version: added.version });
    toast({ title, description: `We’ll email ${added.driverName ?? "the driver"}.` });
    onClose();
    void refreshItemsToCheck();
  };
  const edit = async () => setRecord(await readRecord(added));
  return (
    <div className={waiting.record}>
      <div className={waiting.sides}>
        <LazyItemFiles kind={added.kind} id={added.itemId} heading="h3" isStaff isEnlarged />
        <EnteredFacts added={added} />
      </div>
      <SimilarItems added={added} similar={similar} busy={busy} onChooseSame={setRemaining} />
      <div className={css.decision}>
        <Button
          loading={busy}
          onClick={() => run(() => sendDecision({ decision: "confirmed" }, "Ticket Confirmed"))}
        >
          Confirm
        </Button>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => run(edit)}>
          Edit details
        </Button>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setRefusing(true)}>
          Mark as not found
        </Button>
      </div>
      {remaining && (
        <LazyDialog
          load={loadMerge}
          open
          onOpenChange={(open) => !open && setRemaining(null)}
          added={added}
          remaining={remaining}
          onMerge={() =>
            sendDecision(
              { decision: "merged", kind: remaining.kind, itemId: remaining.itemId },
              "Tickets Merged",
            )
          }
        />
      )}
      <LazyDialog
        load={loadNotFound}
        open={isRefusing}
        onOpenChange={setRefusing}
        added={added}
        onRefuse={(reason: string) =>
          sendDecision({ decision: "not_found", reason }, "Marked as Not Found")
        }
      />
      {record && (
        <ItemDrawer
          kind={added.kind}
          record={record}
          user={driver ?? null}
          onClose={() => {
            setRecord(null);
            onReload();
          }}
        />
      )}
    </div>
  );
}
