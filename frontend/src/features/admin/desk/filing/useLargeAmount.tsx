import { type ReactNode, useState } from "react";
import { formatCents } from "@/lib/money";
import { Button } from "@/ui/buttons/Button";
import { Dialog } from "@/ui/overlays/Dialog";

/** Staff must confirm an amount above this before they file it, in cents. */
export const MAX_UNCONFIRMED_CENTS = 5_000_00;

type Question = { cents: number; answer: (isConfirmed: boolean) => void };

type Texts = { title: string; description: string; confirm: string; cancel: string };

/** Texts for an amount that staff typed. */
const describeTyped = (amount: string): Texts => ({
  title: `Is ${amount} correct?`,
  description: `The driver will see ${amount} as the amount.`,
  confirm: `Yes, use ${amount}`,
  cancel: "Edit amount",
});

/**
 * Asks for confirmation of a large amount, which may be an error. `ask` resolves to whether staff
 * confirmed it. The caller renders `dialog`.
 */
export function useLargeAmount(describe: (amount: string) => Texts = describeTyped): {
  ask: (cents: number) => Promise<boolean>;
  dialog: ReactNode;
} {
  const [question, setQuestion] = useState<Question | null>(null);
  const answerQuestion = (isCorrect: boolean) => {
    setQuestion(null);
    question?.answer(isCorrect);
  };
  const texts = question && describe(formatCents(question.cents));
  return {
    ask: (cents) => new Promise((resolve) => setQuestion({ cents, answer: resolve })),
    dialog: texts && (
      <Dialog
        open
        onOpenChange={(open) => !open && answerQuestion(false)}
        title={texts.title}
        description={texts.description}
        footer={
          <>
            <Button onClick={() => answerQuestion(true)}>{texts.confirm}</Button>
            <Button variant="secondary" onClick={() => answerQuestion(false)}>
              {texts.cancel}
            </Button>
          </>
        }
      />
    ),
  };
}
