import { useState } from "react";
import type { LostPayment } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { RelativeTime } from "../../desk/RelativeTime";
import { Box } from "../../queue/view/Box";
import { dollars } from "../../queue/format";
import { DriverLink } from "../../table/cells/DriverLink";
import type { SelectedProblem } from "../ResolveProblemDialog";
import { itemName } from "./itemName";

const loadRebuild = () => import("./RebuildDialog");
const loadClose = () => import("../ResolveProblemDialog");

type Props = { lost: readonly LostPayment[]; onDone: () => void };

/**
 * Payments that the provider has, but that are missing after a backup was restored. The items of these payments can't
 * be paid until staff rebuild the payments or close them.
 */
export function LostPayments({ lost, onDone }: Props) {
  const [rebuilt, setRebuilt] = useState<LostPayment | null>(null);
  const [selected, setSelected] = useState<SelectedProblem | null>(null);
  const [open, setOpen] = useState<"rebuild" | "close" | null>(null);
  return (
    <>
      {lost.length > 0 && (
        <Box
          title="Payments missing after a restore"
          rows={lost}
          idOf={({ intentId }) => intentId}
          line={({ amount, type, itemId, label }) =>
            `${dollars(amount)} · ${type && itemId ? itemName(type, itemId, label) : "Item unknown"}`
          }
          detail={(payment) => (
            <>
              <DriverLink id={payment.userId} name={payment.driverName} /> ·{" "}
              {payment.confirmationNumber} ·{" "}
              <a href={payment.providerUrl} target="_blank" rel="noreferrer">
                {payment.intentId}
              </a>{" "}
              · payment started <RelativeTime at={payment.startedAt} nowText="just now" />
            </>
          )}
          actions={(payment) => (
            <>
              <Button
                variant="secondary"
                compact
                aria-label={`Rebuild payment ${payment.confirmationNumber}`}
                onClick={() => {
                  setRebuilt(payment);
                  setOpen("rebuild");
                }}
              >
                Rebuild payment
              </Button>
              <Button
                variant="secondary"
                compact
                aria-label={`Mark as resolved: ${payment.confirmationNumber}`}
                onClick={() => {
                  const name = `${dollars(payment.amount)}, ${payment.confirmationNumber}`;
                  setSelected({ kind: "orphan", providerId: payment.intentId, name });
                  setOpen("close");
                }}
              >
                Mark as resolved
              </Button>
            </>
          )}
          emptyText=""
        />
      )}
      <LazyDialog
        load={loadRebuild}
        open={open === "rebuild"}
        onOpenChange={(isOpen) => setOpen(isOpen ? "rebuild" : null)}
        payment={rebuilt}
        onDone={onDone}
      />
      <LazyDialog
        load={loadClose}
        open={open === "close"}
        onOpenChange={(is) => setOpen(is ? "close" : null)}
        problem={selected}
        onDone={onDone}
      />
    </>
  );
}
