import type { ReactNode } from "react";
import { displayPhone, telHref } from "@/lib/phone";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";

type Props = {
  reason: string;
  phone: string;
  onClose: () => void;
  /** Lets the driver correct the court. */
  children?: ReactNode;
};

/** Says why no lawyer is offered, and what the driver can do instead. */
export function NotOffered({ reason, phone, onClose, children }: Props) {
  return (
    <Dialog
      open
      isInHistory
      onOpenChange={onClose}
      title="Hire a Lawyer"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          <a className={buttonClass()} href={telHref(phone)}>
            Call {displayPhone(phone)}
          </a>
        </>
      }
    >
      <p>
        {reason} You can still pay this ticket here, or hire a lawyer on your own. Your state’s bar
        association has a referral service.
      </p>
      {children}
    </Dialog>
  );
}
