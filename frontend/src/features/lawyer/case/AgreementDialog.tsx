import { useState } from "react";
import { REVALIDATE_ON_MOUNT, useRead } from "@/api/useRead";
import { FailureNotice } from "@/parts/FailureNotice";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { useDraft } from "@/parts/forms/useDraft";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { Button } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { TextAreaField } from "@/ui/forms/TextAreaField";
import { toast } from "@/ui/overlays/toast";
import { CASES_KEY, getTemplate, postAgreement } from "../calls";
import { PdfField } from "./PdfField";

/** Maximum length of an agreement, in characters. */
const MAX_AGREEMENT = 20_000;

type Props = DialogProps & CaseProps;

/**
 * Sends the engagement agreement: a text that starts as the template filled in for this case, or a PDF of the lawyer's.
 */
export default function AgreementDialog({ legalCase, onChanged, refetch, ...dialog }: Props) {
  const { data, error, isValidating, mutate } = useRead(
    [CASES_KEY, legalCase.id, "template"],
    () => getTemplate(legalCase.id),
    REVALIDATE_ON_MOUNT,
  );
  const [text, setText, discardText] = useDraft(`case${legalCase.id}.agreement`, data?.text ?? "");
  const [isPdf, setIsPdf] = useState(false);
  const [fileId, setFileId] = useState("");
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
    () =>
      isPdf
        ? { fileId: fileId ? undefined : "Choose a PDF, or add one below." }
        : { text: text.trim() ? undefined : "Write the agreement." },
    () => {
      const agreement = isPdf ? { fileId: Number(fileId) } : { text: text.trim() };
      return postAgreement(legalCase.id, { ...agreement, version: legalCase.version });
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Send the agreement"
      description={
        isPdf
          ? "The driver sees this PDF unchanged and signs by typing their name."
          : "Start from this template and edit it as needed. The driver sees your text unchanged and signs by typing their name."
      }
      action="Send"
      working="Sending..."
      cancelLabel="Not now"
      disabled={!isPdf && !data}
    >
      <div>
        <Button variant="text" compact onClick={() => setIsPdf(!isPdf)}>
          {isPdf ? "Write the agreement here instead" : "Use a PDF instead"}
        </Button>
      </div>
      {isPdf && (
        <PdfField
          legalCase={legalCase}
          onUploaded={setFileId}
          {...submit.bind("fileId", fileId, setFileId)}
        />
      )}
      {!isPdf && !data && error && (
        <FailureNotice title="We couldn’t load the template" {...{ error, mutate, isValidating }} />
      )}
      {!isPdf && !data && !error && <Loading label="Loading the template" height="16rem" />}
      {!isPdf && data && (
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
