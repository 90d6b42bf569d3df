import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import type { ContestLetter } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { LetterLink } from "@/parts/drivingRecord/LetterLink";
import { describeOwnForm } from "@/parts/options/ownForm";
import { failureText } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { Chip } from "@/ui/feedback/Chip";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import { type ItemRef, postSent } from "./calls";
import css from "./contesting.module.css";

type Props = {
  item: ItemRef;
  letter: ContestLetter;
  onChanged: (letter: ContestLetter) => Promise<void>;
};

/** A letter that can't be edited: it was sent, or its item can't be contested with a letter now. */
export function SentLetter({ item, letter, onChanged }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function undo() {
    setBusy(true);
    setFailure(null);
    try {
      await onChanged(await postSent(item, letter.version ?? 0, null));
      toast({
        title: "Letter Marked as Not Sent",
        description: "You can change the letter again.",
      });
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Card title="Your letter">
      <div className={css.fields}>
        {letter.sentOn === null ? (
          <p>
            {letter.ownForm
              ? describeOwnForm(letter.ownForm, item.kind)
              : "You can’t contest this yourself right now."}
          </p>
        ) : (
          <>
            <p>
              <Chip tone="info" icon={<CircleCheck aria-hidden="true" />}>
                Letter sent on {formatDate(letter.sentOn)}
              </Chip>
            </p>
            <p className={css.soft}>
              {letter.isDisputed
                ? "You’re disputing this, so it doesn’t count as due. 30 days after you sent the letter, we’ll ask whether you got an answer."
                : "We no longer show this as disputed."}{" "}
              To change the letter, first mark it as not sent.
            </p>
          </>
        )}
        {letter.isComplete && <LetterLink {...item} />}
        {failure && <Alert title="We couldn’t mark your letter as not sent">{failure}</Alert>}
        {letter.sentOn !== null && (
          <Button variant="text" loading={busy} onClick={() => void undo()}>
            Mark as not sent
          </Button>
        )}
      </div>
    </Card>
  );
}
