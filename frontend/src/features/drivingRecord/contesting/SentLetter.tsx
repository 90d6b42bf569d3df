import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import type { ContestLetter } from "@/api/types";
import { daysUntil, formatDate } from "@/lib/dates";
import { describeSent, nameOfSent } from "@/parts/drivingRecord/dispute";
import { LetterLink } from "@/parts/drivingRecord/LetterLink";
import { describeOwnForm } from "@/parts/options/ownForm";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { type ItemRef, postLetterSent } from "./calls";
import css from "./contesting.module.css";

type Props = {
  item: ItemRef;
  letter: ContestLetter;
  onChanged: (letter: ContestLetter) => Promise<void>;
};

/**
 * A letter that can't be edited: the driver has sent the letter or the issuer's own form, or the item can't be
 * contested now.
 */
export function SentLetter({ item, letter, onChanged }: Props) {
  const [now] = useState(() => new Date());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const paper = nameOfSent(letter);
  const noun = item.kind === "toll" ? "toll" : "ticket";

  async function markNotSent() {
    setBusy(true);
    setFailure(null);
    try {
      await onChanged(await postLetterSent(item, letter.version, null));
      toast({
        title: `${letter.isOwnFormSent ? "Form" : "Letter"} Marked as Not Sent`,
        description: letter.isOwnFormSent
          ? "You can enter another day."
          : "You can change the letter again.",
      });
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card title={`Your ${paper}`}>
      <div className={css.fields}>
        {letter.sentOn === null ? (
          <p>
            {letter.ownForm
              ? describeOwnForm(letter.ownForm, item.kind)
              : `You can’t contest this ${noun} yourself right now.`}
          </p>
        ) : (
          <>
            <p>
              <Chip tone="info" icon={<CircleCheck aria-hidden="true" />}>
                {describeSent(letter.sentOn, letter)}
              </Chip>
            </p>
            <p className={css.soft}>
              {letter.isDisputed
                ? `You’re disputing this ${noun}, so we don’t list it as due here. The court’s or agency’s deadlines still apply.`
                : `We no longer show this ${noun} as disputed.`}{" "}
              {(daysUntil(letter.answerDay, now) ?? 0) > 0 &&
                `On ${formatDate(letter.answerDay)}, we’ll ask whether you got an answer. `}
              To change the {letter.isOwnFormSent ? "day" : "letter"}, first mark it as not sent.
              {letter.isDisputed &&
                ` If sending the ${paper} started the dispute, marking it as not sent ends the dispute. The ${noun} may then count as due again.`}
            </p>
          </>
        )}
        {letter.isComplete && !letter.isOwnFormSent && <LetterLink {...item} />}
        {failure && <Alert title={`We couldn’t mark your ${paper} as not sent`}>{failure}</Alert>}
        {letter.sentOn !== null && (
          <Button variant="text" loading={busy} onClick={() => void markNotSent()}>
            Mark as not sent
          </Button>
        )}
      </div>
    </Card>
  );
}
