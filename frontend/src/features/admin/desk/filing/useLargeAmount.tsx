import { type ReactNode, useState } from "react";
import { formatCents } from "@/lib/money";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";

/** Amount in cents above which staff must confirm it before filing. */
export const MAX_UNCONFIRMED_CENTS = 5_000_00;

type Question = { cents: number; answer: (isConfirmed: boolean) => void };

/** Asks for confirmation of an amount that may be a typing error. */
export function useLargeAmount(): {
  ask: (cents: number) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const answer = (meant: boolean) => {
    setQuestion(null);
    question?.answer(meant);
  };
  const amount = question && formatCents(question.cents);
  return {
    ask: (cents) => new Promise((resolve) => setQuestion({ cents, answer: resolve })),
    dialog: question && (
      <Dialog
        open
        onOpenChange={(open) => !open && answer(false)}
        title={`Is ${amount} correct?`}
        description={`The driver will see ${amount} and can pay it right away.`}
        footer={
          <>
            <Button onClick={() => answer(true)}>Yes, use {amount}</Button>
            <Button variant="secondary" onClick={() => answer(false)}>
              Edit amount
            </Button>
          </>
        }
      />
    ),
  };
}
