import { useState } from "react";
import { ApiError } from "@/api/client";
import type { ItemOptions } from "@/api/types";
import { describeFine } from "@/lib/money";
import type { ItemKind } from "@/lib/paths";
import { FailureNotice } from "@/parts/FailureNotice";
import type { HardshipAnswers } from "@/parts/hardship/hardshipWords";
import { findRequest, useHardshipRequests } from "@/parts/hardship/useHardshipRequests";
import { useOptions } from "@/parts/options/useOptions";
import { Alert } from "@/ui/feedback/Alert";
import { Loading } from "@/ui/feedback/Loading";
import css from "./cantPay.module.css";
import { Plan } from "./Plan";
import { Questions } from "./Questions";
import { RequestCard } from "./RequestCard";

type Props = { kind: ItemKind; id: number };

/**
 * Questions for a driver who can't pay an item now. The questions lead to the court's or agency's own plan, if
 * its rules have one, or to our team.
 */
export function CantPay({ kind, id }: Props) {
  const options = useOptions(kind, id);
  const requests = useHardshipRequests();
  const { data: itemOptions } = options;
  const request = findRequest(requests.data, kind, id);
  // A removed item has no options, but the driver's request about it is still shown.
  const isGone = options.error instanceof ApiError && options.error.status === 404;
  const failed =
    (!itemOptions && !(isGone && request) && options.error) || (!requests.data && requests.error);
  if (failed)
    return (
      <FailureNotice
        title="We couldn’t load the questions"
        error={failed}
        mutate={() => Promise.all([options.mutate(), requests.mutate()])}
        isValidating={options.isValidating || requests.isValidating}
      />
    );
  if (!requests.data || (!itemOptions && !options.error))
    return <Loading label="Loading the questions" height="18rem" />;
  const isOffered = itemOptions?.options.some(({ kind: option }) => option === "cant_pay");
  return (
    <>
      <p className={css.item}>
        <strong>{itemOptions?.label ?? request?.label}</strong>
        {itemOptions && ` · ${describeFine(itemOptions.fine, itemOptions.isEstimated)}`}
      </p>
      {request && <RequestCard request={request} />}
      {!isOffered && (
        <Alert tone="info">
          {itemOptions?.standing === "with_lawyer"
            ? "You hired a lawyer for this ticket. Ask your lawyer or our team before you ask for more time."
            : "There’s nothing to pay for this right now."}
        </Alert>
      )}
      {itemOptions && isOffered && (!request || request.answer !== null) && (
        <Ask kind={kind} id={id} itemOptions={itemOptions} onSent={() => void requests.mutate()} />
      )}
    </>
  );
}

type AskProps = Props & { itemOptions: ItemOptions; onSent: () => void };

/** The questions, and then the plan if there is one. Otherwise the answers go to our team. */
function Ask({ kind, id, itemOptions, onSent }: AskProps) {
  const [answers, setAnswers] = useState<HardshipAnswers | null>(null);
  const [isPlanShown, setPlanShown] = useState(false);
  const showPlan = (given: HardshipAnswers) => {
    setAnswers(given);
    setPlanShown(true);
  };
  const plan = itemOptions.options.find((option) => option.kind === "installments");
  if (plan && answers && isPlanShown)
    return (
      <Plan
        {...{ kind, id, itemOptions, plan, answers, onSent }}
        onChangeAnswers={() => setPlanShown(false)}
      />
    );
  return (
    <>
      <Alert tone="info">
        Asking for help with paying doesn’t change your due date or what you owe. Until you get a
        new date in writing, the date on your notice still applies.
      </Alert>
      <Questions {...{ kind, id, onSent }} before={answers} onPlan={plan ? showPlan : null} />
    </>
  );
}
