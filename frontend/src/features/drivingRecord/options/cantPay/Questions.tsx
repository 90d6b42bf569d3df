import { useState } from "react";
import type { HardshipBody } from "@/api/types";
import { isKeyOf } from "@/lib/labels";
import type { ItemKind } from "@/lib/paths";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { type FailureTitles, useSubmit } from "@/parts/forms/useSubmit";
import { postHardshipRequest } from "@/parts/hardship/calls";
import { type HardshipAnswers, NEEDS, SITUATIONS } from "@/parts/hardship/hardshipWords";
import { Button } from "@/ui/buttons/Button";
import { SelectField } from "@/ui/forms/SelectField";
import { TextField } from "@/ui/forms/TextField";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";

type Props = {
  kind: ItemKind;
  id: number;
  /** Earlier answers that the driver wants to change; null for a driver who hasn't answered yet. */
  before: HardshipAnswers | null;
  /** Shows the court's or agency's plan. Null if there is no plan; the answers then go to our team. */
  onPlan: ((answers: HardshipAnswers) => void) | null;
  onSent: () => void;
};

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** An amount such as 50, $49.50 or 1,250. The server checks the amount again. */
const AMOUNT = /^\$?\d[\d,]*(\.\d{1,2})?$/;

/** Sends the answers to our team. */
export async function sendRequest(kind: ItemKind, id: number, answers: HardshipAnswers) {
  const { need, amount, payBy, situation } = answers;
  const body: HardshipBody = { kind, itemId: id, need, situation };
  await postHardshipRequest({ ...body, ...(amount && { amount }), ...(payBy && { payBy }) });
  toast({ title: "Request Sent", description: "We’ll email you when we’ve answered." });
}

/** Titles of the error shown after a failed request. */
export const REQUEST_TITLES: FailureTitles = {
  refused: "We couldn’t send your request",
  unclear: "We couldn’t confirm that we got your request",
};

/**
 * Asks what would help the driver, how much they could pay or by when, and what applies to them.
 */
export function Questions({ kind, id, before, onPlan, onSent }: Props) {
  const [need, setNeed] = useState<string>(before?.need ?? "");
  const [amount, setAmount] = useState(before?.amount ?? "");
  const [payBy, setPayBy] = useState(before?.payBy ?? "");
  const [situation, setSituation] = useState<string>(before?.situation ?? "");
  const isTime = need === "more_time";
  const submit = useSubmit(
    () => ({
      need: need ? undefined : "Choose what would help you.",
      amount:
        !need || isTime || AMOUNT.test(amount.trim())
          ? undefined
          : "Enter an amount such as 50 or 49.50.",
      payBy: isTime && !payBy ? "Choose the date you could pay by." : undefined,
      situation: situation ? undefined : "Choose one of the answers.",
    }),
    async () => {
      if (!isKeyOf(NEEDS, need) || !isKeyOf(SITUATIONS, situation)) return;
      const dollars = amount.trim().replace(/[$,]/g, "");
      const offer = isTime ? { amount: null, payBy } : { amount: dollars, payBy: null };
      const answers = { need, situation, ...offer };
      if (onPlan) return onPlan(answers);
      await sendRequest(kind, id, answers);
      onSent();
    },
  );
  return (
    <Card title="A few questions">
      <SubmitForm submit={submit} failureTitle={REQUEST_TITLES}>
        <SelectField
          label="What would help you?"
          placeholder="Choose an answer"
          options={optionsOf(NEEDS)}
          {...submit.bind("need", need, setNeed)}
        />
        {isTime && (
          <TextField
            label="What date could you pay by?"
            type="date"
            {...submit.bind("payBy", payBy, setPayBy)}
          />
        )}
        {need && !isTime && (
          <TextField
            label={
              need === "lower_amount"
                ? "How much could you pay in total?"
                : "How much could you pay a month?"
            }
            hint="In dollars, such as 50."
            inputMode="decimal"
            maxLength={20}
            {...submit.bind("amount", amount, setAmount)}
          />
        )}
        <SelectField
          label="Do any of these apply to you?"
          hint="Courts and agencies ask about this. Choose the first answer that applies."
          placeholder="Choose an answer"
          options={optionsOf(SITUATIONS)}
          {...submit.bind("situation", situation, setSituation)}
        />
        <Button type="submit" block loading={submit.busy} loadingText="Sending...">
          {onPlan ? "See the plan" : "Send to our team"}
        </Button>
      </SubmitForm>
    </Card>
  );
}
