import { useState } from "react";
import useSWR from "swr";
import { ApiError } from "@/api/client";
import { paths } from "@/lib/paths";
import { Link, useLocation, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { forgetSession } from "@/parts/accounts/auth";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Loading } from "@/ui/feedback/Loading";
import { toast } from "@/ui/overlays/toast";
import { checkPasswordReset, confirmPasswordReset } from "../calls";
import { EntryLayout } from "../EntryLayout";
import css from "../entry.module.css";
import { NewPasswordFields } from "../NewPasswordFields";
import { checkNewPassword, NO_PASSWORD } from "../newPassword";
import { LinkProblem } from "./LinkProblem";

/** Whether the server refused the link, because it is unknown, used, replaced or expired. */
const isInvalidLink = (error: unknown) =>
  error instanceof ApiError && error.code === "link_not_valid";

/**
 * The screen that a password-reset email links to. The screen checks the link immediately, so that the user learns of
 * an invalid link before choosing a password.
 */
export default function ResetPasswordPage() {
  useDocumentTitle("Choose a new password");
  const token = useLocation().hash.slice(1);
  const [invalidToken, setInvalidToken] = useState<string | null>(null);
  const { error, isLoading } = useSWR(token ? ["reset-link", token] : null, () =>
    checkPasswordReset(token),
  );
  return (
    <EntryLayout className={css.page}>
      {!token || invalidToken === token || isInvalidLink(error) ? (
        <LinkProblem
          action={
            <Link className={buttonClass()} to={paths.forgotPassword()}>
              Send me a new link
            </Link>
          }
        >
          The link was already used, replaced by a newer one, or is older than 10 minutes.
        </LinkProblem>
      ) : isLoading ? (
        <>
          <h1>Choose a new password</h1>
          <Loading label="Checking your link" height="18rem" />
        </>
      ) : (
        // The form is also shown if the check failed for another reason. Saving checks the link again.
        <NewPasswordForm key={token} token={token} onInvalid={() => setInvalidToken(token)} />
      )}
    </EntryLayout>
  );
}

function NewPasswordForm({ token, onInvalid }: { token: string; onInvalid: () => void }) {
  const [newPassword, setChosen] = useState(NO_PASSWORD);
  const navigate = useNavigate();
  const submit = useSubmit(
    () => checkNewPassword("password", newPassword),
    async () => {
      try {
        await confirmPasswordReset({ token, password: newPassword.password });
      } catch (error) {
        if (!isInvalidLink(error)) throw error;
        return onInvalid();
      }
      // The reset has ended all sessions on the server. Delete the session stored here too, because
      // otherwise the login page would consider it valid and redirect.
      await forgetSession();
      toast({ title: "Password Changed", description: "Please log in with your new password." });
      navigate(paths.login(), { replace: true });
    },
  );
  return (
    <>
      <h1>Choose a new password</h1>
      <SubmitForm submit={submit}>
        <p className={css.lead}>
          We’ll log you out on all devices. Then log in with your new password.
        </p>
        <NewPasswordFields
          submit={submit}
          name="password"
          label="New password"
          value={newPassword}
          onChange={setChosen}
        />
        <Button type="submit" block loading={submit.busy} loadingText="Saving...">
          Save password
        </Button>
      </SubmitForm>
    </>
  );
}
