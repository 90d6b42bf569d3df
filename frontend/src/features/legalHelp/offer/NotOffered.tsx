import { shownPhone, telHref } from "@/lib/phone";
import { notAvailableIn } from "@/parts/legalHelp/legalHelp";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";

type Props = { state: string; phone: string; onClose: () => void };

/** Says that legal help isn't available in this state, and what the driver can do instead. */
export function NotOffered({ state, phone, onClose }: Props) {
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
            Call {shownPhone(phone)}
          </a>
        </>
      }
    >
      <p>
        {notAvailableIn(state)} You can still pay this ticket here, or hire a lawyer on your own.
        Your state’s bar association has a referral service.
      </p>
    </Dialog>
  );
}
