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
  const requestedStep = Math.trunc(Number(query.get("step") ?? 1));
  const step = Math.min(Math.max(requestedStep || 1, 1), LAST_STEP);
  // A reload loses the passwords, which are deliberately not stored. Without them, the review can't be submitted.
  const isPasswordMissing = step === LAST_STEP && values.password === "";
  const shownStep = isPasswordMissing ? ACCOUNT_STEP : step;
  // True if a draft was restored. Drafts don't contain the password, so the page asks for it again. Without a draft,
  // the user opened the review by its URL and never typed a password.
  const wasPasswordTyped = useRef(Object.values(values).some((value) => value !== ""));
  const [mustReenterPassword, setMustReenterPassword] = useState(false);
  const shouldFocusError = useRef(false);
  const errorToast = useRef<{ dismiss: () => void }>(null);

  useEffect(() => track({ kind: "signupStart" }), []);
  useEffect(() => {
    trackStep(shownStep);
    scheduleReminder();
  }, [shownStep]);
  useEffect(() => {
    if (!isPasswordMissing) return;
    setMustReenterPassword(wasPasswordTyped.current);
    setQuery({ step: String(ACCOUNT_STEP) }, { replace: true });
  }, [isPasswordMissing, setQuery]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the invalid field appears when the step or the errors change
  useEffect(() => {
    if (!shouldFocusError.current || !form.current?.querySelector("[aria-invalid=true]")) return;
    shouldFocusError.current = false;
    focusFirstError(form.current);
  }, [shownStep, errors]);

  function go(nextStep: number) {
    setQuery(nextStep === 1 ? {} : { step: String(nextStep) });
  }
  function showRefusal({ errors: fieldErrors, toast: toastOptions }: Refusal) {
    setErrors(fieldErrors);
    if (toastOptions) errorToast.current = toast({ ...toastOptions, variant: "destructive" });
    if (Object.keys(fieldErrors).length === 0) return;
    const invalidStep = firstInvalidStep(fieldErrors);
    shouldFocusError.current = true;
    if (invalidStep !== shownStep) go(invalidStep);
  }
  function edit(field: SignupField, value: string) {
    latest.current = { ...latest.current, [field]: value };
    setValues(latest.current);
    saveDraft(latest.current);
    const { password, confirmPassword } = latest.current;
    if (password !== "" && password === confirmPassword) {
      wasPasswordTyped.current = false;
      setMustReenterPassword(false);
    }
    setErrors(({ [field]: _edited, ...others }) => others);
  }
  async function create() {
    const refusal = checkAll(values);
    if (refusal) return showRefusal(refusal);
    setBusy(true);
    const serverRefusal = await createAccount(values);
    setBusy(false);
    if (serverRefusal) return showRefusal(serverRefusal);
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
    errorToast.current?.dismiss();
    if (shownStep === LAST_STEP) return void create();
    const refusal = checkStep(shownStep, values);
    if (refusal) showRefusal(refusal);
    else go(shownStep + 1);
  }
  function back() {
    if (shownStep === 1) navigate(paths.landing());
    else go(shownStep - 1);
  }
  return {
    values,
    errors,
    busy,
    askAgain: mustReenterPassword,
    step: shownStep,
    form,
    edit,
    next,
    back,
    go,
  };
}

export type Signup = ReturnType<typeof useSignup>;
