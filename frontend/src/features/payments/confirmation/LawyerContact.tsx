import Mail from "lucide-react/icons/mail";
import Phone from "lucide-react/icons/phone";
import { useState } from "react";
import type { LawyerHire } from "@/api/types";
import { ContactDialog } from "@/parts/legalHelp/ContactDialog";
import { readContact } from "@/parts/legalHelp/contact";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import css from "./LawyerContact.module.css";

type Props = { hire: LawyerHire; onHire: (hire: LawyerHire) => void };

/**
 * Asks, after the hire, how the lawyer can reach the driver. The driver can change the answer
 * later.
 */
export function LawyerContact({ hire, onHire }: Props) {
  const [open, setOpen] = useState(false);
  const contact = readContact(hire.contactMethod, hire.contactValue);
  const hasContact = contact.phone !== "" || contact.email !== "";
  return (
    <Card>
      <p className={css.lead}>
        {hasContact
          ? "We will reach out within 12 hours:"
          : "We’re finding a lawyer for your case. How should we reach you?"}
      </p>
      {contact.phone && (
        <p className={css.way}>
          <Phone size={18} aria-hidden="true" />
          {contact.phone}
        </p>
      )}
      {contact.email && (
        <p className={css.way}>
          <Mail size={18} aria-hidden="true" />
          {contact.email}
        </p>
      )}
      <Button
        className={css.ask}
        block
        variant={hasContact ? "secondary" : "primary"}
        onClick={() => setOpen(true)}
      >
        What's your best method to contact?
      </Button>
      <ContactDialog
        open={open}
        onOpenChange={setOpen}
        hireId={hire.id}
        saved={contact}
        onSaved={onHire}
      />
    </Card>
  );
}
