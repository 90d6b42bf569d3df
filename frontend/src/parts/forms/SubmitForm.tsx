import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Alert } from "@/ui/feedback/Alert";
import css from "./SubmitForm.module.css";
import type { FailureTitles, Submit } from "./useSubmit";

/** The parts of a form's state that SubmitForm needs. */
export type FormSubmission = Pick<Submit, "form" | "busy" | "failure" | "isRefused" | "onSubmit">;

type Props = {
  submit: FormSubmission;
  /** Id of the form, for a submit button outside it. */
  id?: string;
  failureTitle?: string | FailureTitles;
  className?: string;
  children?: ReactNode;
};

/** A form with its fields in a column, below the message about the whole form. */
export function SubmitForm({ submit, id, failureTitle, className, children }: Props) {
  const title =
    typeof failureTitle === "object"
      ? failureTitle[submit.isRefused ? "refused" : "unclear"]
      : failureTitle;
  return (
    <form
      className={cx(css.form, className)}
      id={id}
      ref={submit.form}
      onSubmit={submit.onSubmit}
      noValidate
    >
      {submit.failure && <Alert title={title}>{submit.failure}</Alert>}
      {children}
    </form>
  );
}
