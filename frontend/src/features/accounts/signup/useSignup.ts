import { useEffect, useRef, useState } from "react";
import { paths } from "@/lib/paths";
import { useNavigate, useSearchParams } from "@/lib/router";
import { useSubmit } from "@/parts/forms/useSubmit";
import { track } from "@/parts/pixel";
import { focusFirstError } from "@/ui/forms/Field";
import { toast } from "@/ui/overlays/toast";
import { createAccount, describeSignupRefusal } from "./createAccount";
import { ACCOUNT_STEP, LAST_STEP, type SignupField } from "./fields";
import { clearProgress, forgetEarlierProgress, loadDraft, saveDraft, trackStep } from "./progress";
import { cancelReminder, scheduleReminder } from "./reminder";
import { checkAll, checkStep, firstInvalidStep, type Refusal } from "./validation";

/** State of the sign-up wizard. The step is in the URL, so that the browser's Back button works. */
export function useSignup() {
  const [values, setValues] = useState(loadDraft);
  // A ref, because several fields may be filled between two renders.
  const latest = useRef(values);
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const requestedStep = Math.trunc(Number(query.get("step") ?? 1));
  const step = Math.min(Math.max(requestedStep || 1, 1), LAST_STEP);
  // A reload loses the passwords, which are deliberately not stored. Without the passwords, the review can't be
  // submitted.
  const isPasswordMissing = step === LAST_STEP && values.password === "";
  const shownStep = isPasswordMissing ? ACCOUNT_STEP : step;
  // True if a draft was restored. The user may have typed a password before the reload, but drafts
  // don't contain it.
  const wasPasswordTyped = useRef(Object.values(values).some((value) => value !== ""));
  const [mustReenterPassword, setMustReenterPassword] = useState(false);
  const shouldFocusError = useRef(false);
  const errorToast = useRef<{ dismiss: () => void }>(null);

  useEffect(() => {
    track({ kind: "signupStart" });
    forgetEarlierProgress();
    // Cancels the reminder of an earlier sign-up on this page. The next effect schedules this sign-up's reminder.
    cancelReminder();
  }, []);
  useEffect(() => {
    trackStep(shownStep);
    scheduleReminder();
  }, [shownStep]);
  useEffect(() => {
    if (!isPasswordMissing) return;
    setMustReenterPassword(wasPasswordTyped.current);
    setQuery({ step: String(ACCOUNT_STEP) }, { replace: true });
  }, [isPasswordMissing, setQuery]);
  const { form, busy, errors, clear, onSubmit } = useSubmit(
    checkInput,
    continueSignup,
    (error) => ({
      fields: showRefusal(describeSignupRefusal(error)),
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the invalid field appears when the step or the errors change
  useEffect(() => {
    if (!shouldFocusError.current || !form.current?.querySelector("[aria-invalid=true]")) return;
    shouldFocusError.current = false;
    focusFirstError(form.current);
  }, [shownStep, errors]);

  /** Opens a step of the wizard. */
  function go(nextStep: number) {
    setQuery(nextStep === 1 ? {} : { step: String(nextStep) });
  }
  /** Shows the toast of a refusal, and the first step with an invalid field. Returns the errors of the fields. */
  function showRefusal({ errors: fieldErrors, toast: toastOptions }: Refusal) {
    if (toastOptions) errorToast.current = toast({ ...toastOptions, variant: "destructive" });
    if (Object.keys(fieldErrors).length === 0) return fieldErrors;
    const invalidStep = firstInvalidStep(fieldErrors);
    shouldFocusError.current = true;
    if (invalidStep !== shownStep) go(invalidStep);
    return fieldErrors;
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
    clear(field);
  }
  /** Checks the current step, or all values in the last step. Returns error messages by field. */
  function checkInput() {
    // Closes the toast about the previous attempt.
    errorToast.current?.dismiss();
    const refusal = shownStep === LAST_STEP ? checkAll(values) : checkStep(shownStep, values);
    return refusal ? showRefusal(refusal) : {};
  }
  /** Opens the next step or, in the last step, creates the account. */
  async function continueSignup() {
    if (shownStep < LAST_STEP) return go(shownStep + 1);
    await createAccount(values);
    track({ kind: "signupComplete", email: values.email, phone: values.phoneNumber });
    clearProgress();
    cancelReminder();
    toast({
      title: "Account Created!",
      description: "Welcome! Taking you to your driving profile...",
    });
    navigate(paths.profile(), { replace: true });
    return "leaving" as const;
  }
  function back() {
    if (shownStep === 1) navigate(paths.landing());
    else go(shownStep - 1);
  }
  return {
    values,
    errors,
    busy,
    mustReenterPassword,
    step: shownStep,
    form,
    edit,
    onSubmit,
    back,
    go,
  };
}

export type Signup = ReturnType<typeof useSignup>;
