import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";

type Props = { onStay: () => void; onKeep: () => void; onDiscard: () => void };

/** Asks what to do with unsaved input when a form is closed. */
export function LeaveDialog({ onStay, onKeep, onDiscard }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title="Leave without saving?"
      description="We can keep your draft in this tab until you open the form again."
      footer={
        <>
          <Button data-first="" onClick={onStay}>
            Keep editing
          </Button>
          <Button variant="secondary" onClick={onKeep}>
            Leave and keep draft
          </Button>
          <Button variant="danger" onClick={onDiscard}>
            Discard draft
          </Button>
        </>
      }
    />
  );
}
