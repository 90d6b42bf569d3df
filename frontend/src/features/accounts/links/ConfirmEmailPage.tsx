import MailCheck from "lucide-react/icons/mail-check";
import { useState } from "react";
import { mutate } from "swr";
import { ApiError } from "@/api/client";
import { SESSION_KEY } from "@/api/keys";
import { paths } from "@/lib/paths";
import { Link, useLocation } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Notice } from "@/ui/layout/Notice";
import { confirmEmailChange } from "../calls";
import { EntryLayout } from "../EntryLayout";
import css from "../entry.module.css";
import { LinkProblem } from "./LinkProblem";

type Stage = "open" | "changed" | "confirmed" | "invalid";

/**
 * Confirms an email address once the user clicks a button. Opening the link isn't enough, because programs that scan
 * emails open links too, and each link works only once.
 */
export default function ConfirmEmailPage() {
  useDocumentTitle("Confirm your email");
  const token = useLocation().hash.slice(1);
  const [stage, setStage] = useState<Stage>(token ? "open" : "invalid");
  return (
    <EntryLayout className={css.page}>
      {stage === "open" && <ConfirmForm token={token} onStage={setStage} />}
      {(stage === "changed" || stage === "confirmed") && (
        <div role="status">
          <Notice
            isMainHeading
            icon={<MailCheck aria-hidden="true" />}
            title={stage === "changed" ? "Your email was changed" : "Your email is confirmed"}
            action={
              <Link className={buttonClass()} to={paths.account()}>
                Go to your account
              </Link>
            }
          >
            {stage === "changed"
              ? "From now on, log in with your new address. We also notified the old one."
              : "If we have tickets that list this email address, our team will check them before adding them to your record."}
          </Notice>
        </div>
      )}
      {stage === "invalid" && (
        <LinkProblem
          action={
            <Link className={buttonClass()} to={paths.account()}>
              Go to your account
            </Link>
          }
        >
          The link was already used, replaced by a newer one, or is older than 24 hours. You can
          request a new one in your account.
        </LinkProblem>
      )}
    </EntryLayout>
  );
}

function ConfirmForm({ token, onStage }: { token: string; onStage: (stage: Stage) => void }) {
  const submit = useSubmit(
    () => ({}),
    async () => {
      let isChanged: boolean;
      try {
        isChanged = (await confirmEmailChange(token)).isChanged;
      } catch (error) {
        const isInvalidLink = error instanceof ApiError && error.code === "link_not_valid";
        if (!isInvalidLink) throw error;
        return onStage("invalid");
      }
      // Read the session again, because it may belong to the changed account.
      await mutate(SESSION_KEY);
      onStage(isChanged ? "changed" : "confirmed");
    },
  );
  return (
    <>
      <h1>Confirm your email</h1>
      <SubmitForm submit={submit}>
        <p className={css.lead}>
          Continue only if you have a Lanewise account and asked to use this email address. This
          makes the address where you got the link your account’s email.
        </p>
        <Button type="submit" block loading={submit.busy} loadingText="Confirming...">
          Use this email address
        </Button>
      </SubmitForm>
    </>
  );
}
