import { useState } from "react";
import { mutate } from "swr";
import { SESSION_KEY } from "@/api/keys";
import type { User } from "@/api/types";
import { useConfig } from "@/parts/config/useConfig";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { toast } from "@/ui/overlays/toast";
import { postEmailLink } from "../calls";
import css from "./VerificationNote.module.css";

/** Shows whether staff have verified the license or plate, and explains the effect if they haven't. */
export function VerificationNote({
  verifiedAt,
  claim,
}: {
  verifiedAt: string | null;
  claim: "license" | "plate";
}) {
  if (verifiedAt) return <Chip tone="good">Verified</Chip>;
  return (
    <div className={css.note}>
      <Chip tone="warn">Not verified yet</Chip>
      <p className={css.soft}>
        Until we verify your {claim}, our team reviews every ticket found under it before you see
        the ticket.
      </p>
    </div>
  );
}

/** Shows whether the user has confirmed their email address. */
export function EmailConfirmationNote({ user }: { user: User }) {
  const [stage, setStage] = useState<"open" | "busy" | "sent">("open");
  const { data: config } = useConfig();
  if (user.emailVerifiedAt) return <Chip tone="good">Confirmed</Chip>;
  async function sendLink() {
    setStage("busy");
    try {
      await postEmailLink();
      setStage("sent");
    } catch (error) {
      setStage("open");
      // Reads the session again, because the user may have confirmed the address in the meantime.
      void mutate(SESSION_KEY);
      toast({ title: "Error", description: failureText(error), variant: "destructive" });
    }
  }
  return (
    <div className={css.note}>
      <Chip tone="warn">Not confirmed yet</Chip>
      {stage === "sent" ? (
        <p role="status" className={css.soft}>
          A link is on its way to {user.email}. Open it within 24 hours.
        </p>
      ) : (
        config?.canMail && (
          <Button
            variant="text"
            compact
            className={css.send}
            loading={stage === "busy"}
            onClick={() => void sendLink()}
          >
            Send confirmation link
          </Button>
        )
      )}
    </div>
  );
}
