import { useState } from "react";
import type { ItemOption, ItemOptions } from "@/api/types";
import type { ItemKind } from "@/lib/paths";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { type HardshipAnswers, summarizeAnswers } from "@/parts/hardship/hardshipWords";
import { Button } from "@/ui/buttons/Button";
import { CopyButton } from "@/ui/buttons/CopyButton";
import { Card } from "@/ui/layout/Card";
import { OptionCard } from "../OptionCard";
import css from "./cantPay.module.css";
import { REQUEST_TITLES, sendRequest } from "./Questions";

type Props = {
  kind: ItemKind;
  id: number;
  itemOptions: ItemOptions;
  plan: ItemOption;
  answers: HardshipAnswers;
  onSent: () => void;
  onChangeAnswers: () => void;
};

/**
 * The court's or agency's own plan with its sources, and the answers to use when applying for it.
 */
export function Plan({ kind, id, itemOptions, plan, answers, onSent, onChangeAnswers }: Props) {
  const [now] = useState(() => new Date());
  const summary = summarizeAnswers(answers);
  // True if the record doesn't show whether the driver qualifies, for example because the plan is only
  // for tickets in judgment.
  const isUncertain = plan.fit !== "fits";
  const submit = useSubmit(
    () => ({}),
    async () => {
      await sendRequest(kind, id, answers);
      onSent();
    },
  );
  return (
    <>
      <section className={css.section} aria-label="The plan">
        <h2>
          {itemOptions.placeAuthority} {isUncertain ? "may offer" : "has"} a plan
        </h2>
        <p>
          {isUncertain
            ? "Check whether you qualify before you rely on the plan."
            : "Ask for the plan yourself, before your due date."}{" "}
          Asking us doesn’t change your due date or what you owe.
        </p>
        <OptionCard option={plan} around={{ kind, itemOptions, now, ifLost: "" }} id={id} />
      </section>
      <Card title="Text for your request">
        <div className={css.section}>
          <p className={css.text}>{summary}</p>
          <div className={css.buttons}>
            <CopyButton text={summary} failureText="Select the text above to copy it.">
              Copy text
            </CopyButton>
            <Button variant="text" onClick={onChangeAnswers}>
              Change answers
            </Button>
          </div>
        </div>
      </Card>
      <Card title="If this plan doesn’t work for you">
        <SubmitForm submit={submit} failureTitle={REQUEST_TITLES}>
          <p>Send your answers to our team. We’ll look for another way and email you.</p>
          <Button type="submit" variant="secondary" loading={submit.busy} loadingText="Sending...">
            Send to our team
          </Button>
        </SubmitForm>
      </Card>
    </>
  );
}
