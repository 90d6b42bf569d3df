import ArrowLeft from "lucide-react/icons/arrow-left";
import { useState } from "react";
import type { User } from "@/api/types";
import { paths, AFTER_LOGIN_STATE, readSafeReturn } from "@/lib/paths";
import { Link, useLocation, useNavigate, useSearchParams } from "@/lib/router";
import { useDocumentTitle } from "@/lib/title";
import { logIn, sessionEndReason } from "@/parts/accounts/auth";
import { homeOf } from "@/parts/accounts/home";
import { useSubmit } from "@/parts/forms/useSubmit";
import { Button } from "@/ui/buttons/Button";
import { Alert } from "@/ui/feedback/Alert";
import { PasswordField } from "@/ui/forms/PasswordField";
import { TextField } from "@/ui/forms/TextField";
import { toast } from "@/ui/overlays/toast";
import { EntryLayout } from "../EntryLayout";
import { OtherFormLink } from "../OtherFormLink";
import { CodeStep } from "./CodeStep";
import css from "./LoginPage.module.css";
import { type LoginFailure, describeLoginFailure, MISSING_CREDENTIALS } from "./loginFailure";

/** Returns the message to show if the session ended after too many incorrect codes, else null. */
function readSessionEnd(): LoginFailure | null {
  const message = sessionEndReason();
  return message ? { title: "You were logged out", message } : null;
}

export default function LoginPage() {
  useDocumentTitle("Log In");
  const [query] = useSearchParams();
  const returnTo = readSafeReturn(query.get("next"), useLocation().hash);
  const navigate = useNavigate();
  const [needsCode, setNeedsCode] = useState(false);
  const [endedLogin, setEndedLogin] = useState<LoginFailure | null>(readSessionEnd);
  const finishLogin = (user: User) => {
    toast({ title: "Welcome back!" });
    navigate(returnTo ?? homeOf(user), { replace: true, state: AFTER_LOGIN_STATE });
  };
  /** Leaves the code step, and shows above the password form why that login ended. */
  const returnToPassword = (message: string) => {
    setEndedLogin({ title: "Login Failed", message });
    setNeedsCode(false);
  };
  return (
    <EntryLayout className={css.page}>
      <Link className={css.back} to={paths.landing()} aria-label="Back to the home page">
        <ArrowLeft size={22} aria-hidden="true" />
      </Link>
      <h1 className={css.title}>{needsCode ? "Enter your code" : "Log In"}</h1>
      {returnTo && !needsCode && (
        <Alert tone="info">Please log in to continue. We’ll take you back to where you were.</Alert>
      )}
      {needsCode ? (
        <CodeStep onEntered={finishLogin} onLoginEnded={returnToPassword} />
      ) : (
        <LoginForm
          endedLogin={endedLogin}
          onEntered={finishLogin}
          onCodeNeeded={() => {
            setEndedLogin(null);
            setNeedsCode(true);
          }}
        />
      )}
      {needsCode ? (
        <Button variant="text" onClick={() => setNeedsCode(false)}>
          Use another account
        </Button>
      ) : (
        <OtherFormLink question="New to Lanewise?" to={paths.signup()}>
          Sign up
        </OtherFormLink>
      )}
    </EntryLayout>
  );
}

type FormProps = {
  /** Why an earlier login attempt ended; null if there was none. */
  endedLogin: LoginFailure | null;
  onEntered: (user: User) => void;
  onCodeNeeded: () => void;
};

function LoginForm({ endedLogin, onEntered, onCodeNeeded }: FormProps) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [failure, setFailure] = useState<LoginFailure | null>(endedLogin);
  const submit = useSubmit(
    () => {
      setFailure(email.trim() && password ? null : MISSING_CREDENTIALS);
      return {
        email: email.trim() ? undefined : MISSING_CREDENTIALS.message,
        password: password ? undefined : MISSING_CREDENTIALS.message,
      };
    },
    async () => {
      const user = await logIn({ email: email.trim(), password });
      if (user) onEntered(user);
      else onCodeNeeded();
      return "leaving";
    },
    (error) => {
      setFailure(describeLoginFailure(error));
      return null;
    },
  );
  // The message above the form is enough, so the fields are only marked as invalid.
  const bind = (name: string, value: string, set: (value: string) => void) => {
    const { error, ...control } = submit.bind(name, value, set);
    return { ...control, invalid: error !== undefined };
  };
  return (
    // `method="dialog"`: a submit before the scripts have loaded does nothing, so the password can't end up in the URL.
    <form
      className={css.form}
      method="dialog"
      onSubmit={submit.onSubmit}
      ref={submit.form}
      noValidate
    >
      {failure && <Alert title={failure.title}>{failure.message}</Alert>}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        {...bind("email", email, setEmail)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...bind("password", password, setPassword)}
      />
      <Link className={css.forgot} to={paths.forgotPassword()}>
        Forgot your password?
      </Link>
      <Button type="submit" block loading={submit.busy} loadingText="Logging in...">
        Log In
      </Button>
    </form>
  );
}
