import { useState } from "react";
import useSWR from "swr";
import { REVALIDATE_ON_MOUNT } from "@/api/useRead";
import type { MissingTicketReport } from "@/api/types";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { SelectField } from "@/ui/forms/SelectField";
import { Dialog } from "@/ui/overlays/Dialog";
import { formatDriverName } from "../desk/driver";
import { type FoundItem, getItems } from "./calls";
import css from "./Settle.module.css";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  report: MissingTicketReport | null;
  onFound: (report: MissingTicketReport, item: FoundItem | null) => void;
  onFile: (report: MissingTicketReport) => void;
};

/**
 * Asks which item on file was found. The driver's report then links to the item. Staff can also file the item first, or
 * mark the report as found without an item.
 */
export default function FoundDialog({ open, onOpenChange, report, onFound, onFile }: Props) {
  const { data, error, mutate } = useSWR(
    open && report ? ["/api/tickets", report.userId, "found"] : null,
    () => getItems(report?.userId ?? 0),
    REVALIDATE_ON_MOUNT,
  );
  const [selectedItem, setSelectedItem] = useState("");
  if (!report) return null;
  const item = data?.find(({ kind, id }) => `${kind} ${id}` === selectedItem) ?? null;
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Report ${report.id}: which item did you find?`}
      description={`${report.ticketType} in ${report.state}, reported by ${formatDriverName(report)}.`}
      footer={
        <>
          <Button
            variant="secondary"
            onClick={() => {
              close();
              onFile(report);
            }}
          >
            Create the ticket
          </Button>
          <Button
            onClick={() => {
              close();
              onFound(report, item && { kind: item.kind, id: item.id });
            }}
          >
            {item ? "Mark found" : "Mark found without an item"}
          </Button>
        </>
      }
    >
      {error ? (
        <FailureNotice {...{ error, mutate }} />
      ) : (
        <div className={css.fields}>
          <SelectField
            label="Item on file"
            hint="The driver’s report will link to this item."
            placeholder={data && data.length === 0 ? "No items on file yet" : "Choose an item"}
            options={(data ?? []).map(({ kind, id, label }) => ({ value: `${kind} ${id}`, label }))}
            value={selectedItem}
            onChange={({ target }) => setSelectedItem(target.value)}
          />
        </div>
      )}
    </Dialog>
  );
}
