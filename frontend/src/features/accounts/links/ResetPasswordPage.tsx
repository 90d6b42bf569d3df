import { useState } from "react";
import { confirmPasswordReset } from "../calls";
import { ApiError } from "@/api/client";
import { paths } from "@/lib/paths";
import { Link, useLocation, useNavigate } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { Alert } from "@/ui/feedback/Alert";
import { Button, buttonClass } from "@/ui/buttons/Button";
import { Page } from "@/ui/layout/Page";
import { PasswordField } from "@/ui/forms/PasswordField";
import { toast } from "@/ui/overlays/toast";
import css from "./entry.module.css";
import { LinkProblem } from "./LinkProblem";
import { checkNewPassword, PASSWORD_HINT } from "../newPassword";
import { useSubmit } from "@/parts/useSubmit";

export default function ResetPasswordPage() {
  useDocumentTitle("Choose a new password");
  const token = useLocation().hash.slice(1);
  const [dead, setDead] = useState<string | null>(null);
  return (
    <Page width="narrow" className={css.page}>
      {!token || dead === token ? (
        <LinkProblem
          action={
            <Link className={buttonClass()} to={paths.forgotPassword()}>
              Send me a new link
            </Link>
          }
        >
          It was used, replaced by a newer one, or is older than 30 minutes.
        </LinkProblem>
      ) : (
        <Choose key={token} token={token} onDead={() => setDead(token)} />
      )}
    </Page>
  );
}

function Choose({ token, onDead }: { token: string; onDead: () => void }) {
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const navigate = useNavigate();
  const submit = useSubmit(
    () => checkNewPassword("password", password, again),
    async () => {
      try {
        await confirmPasswordReset({ token, password });
      } catch (error) {
        const dead = error instanceof ApiError && error.code === "link_not_valid";
        if (!dead) throw error;
        return onDead();
      }
      toast({ title: "Password Changed", description: "Please log in with your new password." });
      navigate(paths.login(), { replace: true });
    },
  );
  return (
    <>
      <h1 className={css.title}>Choose a new password</h1>
      <form className={css.form} ref={submit.form} onSubmit={submit.onSubmit} noValidate>
        <p className={css.lead}>You are logged out everywhere, and log in with the new one.</p>
        {submit.failure && <Alert>{submit.failure}</Alert>}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          value={password}
          error={submit.wrong.password}
          onChange={(event) => {
            setPassword(event.target.value);
            submit.clear("password");
          }}
        />
        <PasswordField
          label="Verify new password"
          name="again"
          autoComplete="new-password"
          value={again}
          error={submit.wrong.again}
          onChange={(event) => {
            setAgain(event.target.value);
            submit.clear("again");
          }}
        />
        <Button type="submit" block loading={submit.busy} loadingText="Saving...">
          Save password
        </Button>
      </form>
    </>
  );
}
