import FileDown from "lucide-react/icons/file-down";
import { useState } from "react";
import { ApiError } from "@/api/client";
import { download } from "@/api/download";
import type { LegalCase } from "@/api/types";
import { useSession } from "@/parts/accounts/useSession";
import { type DialogProps, SubmitDialog } from "@/parts/forms/SubmitDialog";
import { type CaseProps, useCaseSubmit } from "@/parts/legalHelp/cases/useCaseSubmit";
import { fileUrl } from "@/parts/legalHelp/messages/calls";
import { DownloadLink } from "@/ui/buttons/DownloadLink";
import { Alert } from "@/ui/feedback/Alert";
import { Checkbox } from "@/ui/forms/Checkbox";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { postSign } from "../calls";
import { useReplaced } from "./useReplaced";
import css from "./cases.module.css";

const isNameDifferent = (error: unknown) =>
  error instanceof ApiError && error.code === "name_differs";

/** Shows the lawyer's agreement. The driver signs it by typing their name. */
export default function SignDialog({
  legalCase,
  onChanged,
  refetch,
  ...dialog
}: DialogProps & CaseProps) {
  const { user } = useSession();
  const [name, setName] = useState("");
  /** The typed name, once the server has said that it differs from the account's. */
  const [otherName, setOtherName] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const { agreement } = legalCase;
  const isReplaced = useReplaced(
    agreement ? agreement.sentAt + agreement.sha256 : undefined,
    () => {
      setName("");
      setOtherName(null);
    },
  );
  const isPdf = agreement?.fileId != null;
  const isOtherName = otherName !== null && otherName === name.trim();
  const submit = useCaseSubmit(
    {
      onChanged: (next) => {
        onChanged(next);
        toast({
          title: "Agreement Signed",
          description: `${lawyerOf(legalCase)} can now represent you.`,
        });
        dialog.onOpenChange(false);
      },
      refetch,
    },
    () => ({
      name: name.trim() ? undefined : "Type your full name to sign.",
      isSure:
        isOtherName && !isSure ? "Check the box, or type the name on your account." : undefined,
    }),
    async () => {
      const body = {
        name: name.trim(),
        isOtherNameConfirmed: isOtherName,
        version: legalCase.version,
      };
      try {
        return await postSign(legalCase.id, body);
      } catch (error) {
        if (!isNameDifferent(error)) throw error;
        setOtherName(name.trim());
        setSure(false);
        return null;
      }
    },
  );
  return (
    <SubmitDialog
      {...dialog}
      submit={submit}
      title="Sign the agreement"
      description={`Read what ${lawyerOf(legalCase)} agrees to do for you. The agreement covers this ticket only.`}
      action="Sign"
      working="Signing..."
      cancelLabel="Not now"
    >
      {isReplaced && <Alert>Your lawyer has sent a new agreement. Read it before you sign.</Alert>}
      <Agreement legalCase={legalCase} />
      <TextField
        label="Your full name"
        hint={`You sign by typing your name and selecting Sign. We store ${isPdf ? "a digital fingerprint of the PDF" : "the text"}, your name and the time you signed.`}
        autoComplete="name"
        maxLength={100}
        {...submit.bind("name", name, setName)}
      />
      {isOtherName && (
        <>
          <Alert>
            {user?.fullName
              ? `This isn’t the name on your account, ${user.fullName}. Correct it, or check the box below.`
              : "This isn’t the name on your account. Correct it, or check the box below."}
          </Alert>
          <Checkbox
            label={`${otherName} is my legal name`}
            checked={isSure}
            // Focuses the checkbox, because it has just appeared as a response to signing.
            autoFocus
            aria-invalid={submit.errors.isSure ? true : undefined}
            onChange={({ target }) => {
              setSure(target.checked);
              submit.clear("isSure");
            }}
          />
          {submit.errors.isSure && <Alert>{submit.errors.isSure}</Alert>}
        </>
      )}
    </SubmitDialog>
  );
}

/** The text to sign, or a link to the PDF. */
function Agreement({ legalCase: { agreement } }: { legalCase: LegalCase }) {
  if (!agreement) return null;
  if (agreement.fileId === null)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      <section className={css.agreement} tabIndex={0} aria-label="Agreement">
        {agreement.text}
      </section>
    );
  return (
    <DownloadLink
      href={fileUrl("driver", agreement.fileId)}
      onDownload={download}
      failureText="We couldn’t download the agreement. Please try again."
      icon={<FileDown size={20} aria-hidden="true" />}
      variant="secondary"
      block
    >
      Read the agreement (PDF)
    </DownloadLink>
  );
}

const lawyerOf = ({ lawyer }: CaseProps["legalCase"]) => lawyer?.name ?? "your lawyer";
