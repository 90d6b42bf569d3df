import { useEffect, useRef, useState } from "react";
import { paths } from "@/lib/paths";
import { useNavigate, useSearchParams } from "@/lib/router";
import { track } from "@/parts/pixel";
import { focusFirstError } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";
import { createAccount } from "./createAccount";
import { ACCOUNT_STEP, LAST_STEP, type SignupErrors, type SignupField } from "./fields";
import { clearProgress, loadDraft, saveDraft, trackStep } from "./progress";
import { cancelReminder, scheduleReminder } from "./reminder";
import { checkAll, checkStep, firstInvalidStep, type Refusal } from "./validation";

/** State of the sign-up wizard. The step is in the URL, so that the browser's Back button works. */
export function useSignup() {
  const [values, setValues] = useState(loadDraft);
  // A ref, because several fields may be filled between two renders.
  const latest = useRef(values);
  const [errors, setErrors] = useState<SignupErrors>({});
  const [busy, setBusy] = useState(false);
  const [query, setQuery] = useSearchParams();
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const asked = Math.trunc(Number(query.get("step") ?? 1));
  const step = Math.min(Math.max(asked || 1, 1), LAST_STEP);
  // A reload loses the passwords, which are deliberately not stored. Without them, the review can't be submitted.
  const passwordLost = step === LAST_STEP && values.password === "";
  const shown = passwordLost ? ACCOUNT_STEP : step;
  // True if a draft without its password was restored, so the page asks for the password again. Users who open the
  // review directly never typed one.
  const passwordGone = useRef(Object.values(values).some((value) => value !== ""));
  const [askAgain, setAskAgain] = useState(false);
  const focusWrong = useRef(false);
  const complaint = useRef<{ dismiss: () => void }>(null);

  useEffect(() => track({ kind: "signupStart" }), []);
  useEffect(() => {
    trackStep(shown);
    scheduleReminder();
  }, [shown]);
  useEffect(() => {
    if (!passwordLost) return;
    setAskAgain(passwordGone.current);
    setQuery({ step: String(ACCOUNT_STEP) }, { replace: true });
  }, [passwordLost, setQuery]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the invalid field appears when the step or the errors change
  useEffect(() => {
    if (!focusWrong.current || !form.current?.querySelector("[aria-invalid=true]")) return;
    focusWrong.current = false;
    focusFirstError(form.current);
  }, [shown, errors]);

  function go(nextStep: number) {
    setQuery(nextStep === 1 ? {} : { step: String(nextStep) });
  }
  function refuse({ errors: found, toast: said }: Refusal) {
    setErrors(found);
    if (said) complaint.current = toast({ ...said, variant: "destructive" });
    if (Object.keys(found).length === 0) return;
    const wrong = firstInvalidStep(found);
    focusWrong.current = true;
    if (wrong !== shown) go(wrong);
  }
  function edit(field: SignupField, value: string) {
    latest.current = { ...latest.current, [field]: value };
    setValues(latest.current);
    saveDraft(latest.current);
    const { password, confirmPassword } = latest.current;
    if (password !== "" && password === confirmPassword) {
      passwordGone.current = false;
      setAskAgain(false);
    }
    setErrors(({ [field]: _mended, ...others }) => others);
  }
  async function create() {
    const refused = checkAll(values);
    if (refused) return refuse(refused);
    setBusy(true);
    const failed = await createAccount(values);
    setBusy(false);
    if (failed) return refuse(failed);
    track({ kind: "signupComplete", email: values.email, phone: values.phoneNumber });
    clearProgress();
    cancelReminder();
    toast({
      title: "Account Created!",
      description: "Welcome! Taking you to your driving profile...",
    });
    navigate(paths.profile(), { replace: true });
  }
  function next() {
    if (busy) return;
    // Closes the toast about the previous attempt.
    complaint.current?.dismiss();
    if (shown === LAST_STEP) return void create();
    const refused = checkStep(shown, values);
    if (refused) refuse(refused);
    else go(shown + 1);
  }
  function back() {
    if (shown === 1) navigate(paths.landing());
    else go(shown - 1);
  }
  return { values, errors, busy, askAgain, step: shown, form, edit, next, back, go };
}

export type Signup = ReturnType<typeof useSignup>;
