import type { HardshipRequest } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useConfirmBeforeLeaving } from "@/parts/forms/useConfirmBeforeLeaving";
import { useDraft } from "@/parts/forms/useDraft";
import { failureText, useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { postAnswer, refreshRequests } from "./calls";

type Props = { request: HardshipRequest; onReload: () => void; onClose: () => void };

/**
 * Staff's answer to a request. The text stays as a draft in this tab until it is sent. If a colleague has answered in the
 * meantime, the text stays, so that staff can copy or discard it.
 */
export function AnswerForm({ request, onReload, onClose }: Props) {
  const me = useSession().user?.id ?? 0;
  const [text, setText, discardText] = useDraft(`${me}.hardship-${request.id}`, "");
  useConfirmBeforeLeaving(text !== "");
  const submit = useSubmit(
    () => ({ answer: text.trim() ? undefined : "Enter an answer. The driver will see it." }),
    async () => {
      await postAnswer(request.id, { version: request.version, answer: text.trim() });
      discardText();
      toast({
        title: "Request Answered",
        description: `We’ll email ${request.driverName ?? "the driver"}.`,
      });
      onClose();
      void refreshRequests();
    },
    (error) => {
      // A colleague may have answered in the meantime.
      onReload();
      return failureText(error);
    },
  );
  return (
    <SubmitForm
      submit={submit}
      failureTitle={{
        refused: "We couldn’t send the answer",
        unclear: "We couldn’t confirm that we sent the answer",
      }}
    >
      <TextAreaField
        label="Answer"
        hint="The driver will see your answer. Say what the court or agency offers, and what to do by when."
        rows={6}
        maxLength={2000}
        {...submit.bind("answer", text, setText)}
      />
      {request.answer === null ? (
        <Button type="submit" loading={submit.busy} loadingText="Sending...">
          Send answer
        </Button>
      ) : (
        <Button
          variant="secondary"
          onClick={() => {
            discardText();
            onClose();
          }}
        >
          Discard my text
        </Button>
      )}
    </SubmitForm>
  );
}
