import { useEffect, useRef } from "react";
import { paths } from "@/lib/paths";
import { useDocumentTitle } from "@/lib/title";
import { Button } from "@/ui/buttons/Button";
import { ProgressBar } from "@/ui/feedback/ProgressBar";
import { EntryLayout } from "../EntryLayout";
import { OtherFormLink } from "../OtherFormLink";
import { LAST_STEP, STEPS } from "./fields";
import { ReminderOffer } from "./ReminderOffer";
import { ReviewStep } from "./ReviewStep";
import css from "./SignupPage.module.css";
import { AccountStep, ContactStep, PersonalStep, VehicleStep } from "./steps";
import { useSignup } from "./useSignup";

const CONTENT = [PersonalStep, VehicleStep, ContactStep, AccountStep, ReviewStep];

export default function SignupPage() {
  const signup = useSignup();
  const { step, form, busy } = signup;
  const title = STEPS[step - 1]?.title ?? "";
  const Content = CONTENT[step - 1] ?? PersonalStep;
  const heading = useStepFocus(step);
  useDocumentTitle(`${title} (step ${step} of ${LAST_STEP})`);
  return (
    <EntryLayout className={css.page}>
      <div className={css.progress}>
        <p className={css.count}>
          Step {step} of {LAST_STEP}
        </p>
        <ProgressBar label="Signup progress" value={step} max={LAST_STEP} />
      </div>
      <h1 className={css.title} ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {/* `method="dialog"`: a submit before the scripts have loaded does nothing, so no input can end up in the
          URL. */}
      <form className={css.form} method="dialog" ref={form} onSubmit={signup.onSubmit} noValidate>
        <div className={css.fields}>
          <Content {...signup} />
        </div>
        <div className={css.actions}>
          <Button variant="secondary" onClick={signup.back} disabled={busy}>
            Back
          </Button>
          {step < LAST_STEP ? (
            <Button type="submit">Continue</Button>
          ) : (
            <Button type="submit" loading={busy} loadingText="Creating Account...">
              Create Account
            </Button>
          )}
        </div>
      </form>
      <ReminderOffer />
      <OtherFormLink question="Already have an account?" to={paths.login()}>
        Log in
      </OtherFormLink>
    </EntryLayout>
  );
}

/** Scrolls to the top and focuses the heading when the step changes. */
function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
