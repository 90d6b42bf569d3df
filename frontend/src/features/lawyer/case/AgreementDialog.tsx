import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useDraft } from "@/parts/forms/useDraft";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Loading } from "@/ui/feedback/Loading";
import { Skeleton } from "@/ui/feedback/Skeleton";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { ErrorState } from "@/ui/layout/ErrorState";
import { toast } from "@/ui/overlays/toast";
import { CASES_KEY, getTemplate, postAgreement } from "../calls";

/** Maximum length of an agreement, in characters. */
const MAX_AGREEMENT = 20_000;

type Props = DialogProps & CaseProps;

/** Sends the engagement agreement, which starts as a template of the court's state. */
export default function AgreementDialog({ legalCase, onChanged, refetch, ...dialog }: Props) {
  const { data, error, isValidating, mutate } = useRead(
    [CASES_KEY, legalCase.id, "template"],
    () => getTemplate(legalCase.id),
    REVALIDATE_ON_MOUNT,
  );
  const [text, setText, discardText] = useDraft(`case${legalCase.id}.agreement`, data?.text ?? "");
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        discardText();
        onChanged(next);
        toast({ title: "Agreement Sent", description: "We’ve asked the driver to sign it." });
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => ({ text: text.trim() ? undefined : "Write the agreement." }),
    () => postAgreement(legalCase.id, { text: text.trim(), version: legalCase.version }),
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Send the agreement"
      description="Start from this template and change what you need. The driver signs exactly this text by typing their name."
      action="Send"
      working="Sending..."
      cancelLabel="Not now"
      disabled={!data}
    >
      {!data && error && (
        <ErrorState onRetry={() => void mutate()} retrying={isValidating}>
          We couldn’t load the template. Nothing was sent.
        </ErrorState>
      )}
      {!data && !error && (
        <Loading label="Loading the template">
          <Skeleton height="16rem" />
        </Loading>
      )}
      {data && (
        <TextAreaField
          label="Agreement"
          rows={14}
          maxLength={MAX_AGREEMENT}
          {...submit.bind("text", text, setText)}
        />
      )}
    </SubmitDialog>
  );
}
