import MailCheck from "lucide-react/icons/mail-check";
import { useState } from "react";
import { paths } from "@/lib/paths";
import { displayPhone, telHref } from "@/lib/phone";
import { useDocumentTitle } from "@/lib/title";
import { useConfig } from "@/parts/config/useConfig";
import { SubmitForm } from "@/parts/forms/SubmitForm";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { TextField } from "@/ui/forms/TextField";
import { Notice } from "@/ui/layout/Notice";
import { postPasswordReset } from "../calls";
import { EntryLayout } from "../EntryLayout";
import css from "../entry.module.css";
import { OtherFormLink } from "../OtherFormLink";

export default function ForgotPasswordPage() {
  useDocumentTitle("Forgot password");
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { data: config } = useConfig();
  return (
    <EntryLayout className={css.page}>
      {sentTo ? (
        <LinkSent email={sentTo} onAgain={() => setSentTo(null)} />
      ) : (
        <>
          <h1>Forgot your password?</h1>
          {config && !config.canMail ? (
            <Alert tone="info" title="Please call us">
              We can’t send email right now. Call support at{" "}
              <a href={telHref(config.supportPhone)}>{displayPhone(config.supportPhone)}</a>.
            </Alert>
          ) : (
            <RequestForm onSent={setSentTo} />
          )}
        </>
      )}
      <OtherFormLink to={paths.login()}>Back to log in</OtherFormLink>
    </EntryLayout>
  );
}

function RequestForm({ onSent }: { onSent: (email: string) => void }) {
  const [email, setEmail] = useState("");
  const submit = useSubmit(
    () => (email.trim() ? {} : { email: "Email is required" }),
    async () => {
      await postPasswordReset(email.trim());
      onSent(email.trim());
    },
  );
  return (
    <SubmitForm submit={submit}>
      <p className={css.lead}>
        Enter your email and we’ll send you a link to choose a new password.
      </p>
      <TextField
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        {...submit.bind("email", email, setEmail)}
      />
      <Button type="submit" block loading={submit.busy} loadingText="Sending...">
        Send link
      </Button>
    </SubmitForm>
  );
}

/** Confirms that the request was sent, with the same message whether or not the account exists. */
function LinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div role="status">
      <Notice
        isMainHeading
        icon={<MailCheck aria-hidden="true" />}
        title="Check your email"
        action={
          <Button variant="secondary" onClick={onAgain}>
            Send another link
          </Button>
        }
      >
        If <strong className={css.address}>{email}</strong> has an account, a link is on its way. It
        works once and expires in 10 minutes. If you don’t see it, check your spam folder.
      </Notice>
    </div>
  );
}
