import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Alert } from "@/ui/feedback/Alert";
import css from "./SubmitForm.module.css";
import type { Submit } from "./useSubmit";

/** What a form needs to know of its call. */
export type Sending = Pick<Submit, "form" | "busy" | "failure" | "onSubmit">;

type Props = {
  submit: Sending;
  /** For a button that stands outside the form. */
  id?: string;
  /** Above the words of a failure. */
  failed?: string;
  className?: string;
  children?: ReactNode;
};

/** A form's fields, one below the other, under what the whole form has to say. */
export function SubmitForm({ submit, id, failed, className, children }: Props) {
  return (
    <form
      className={cx(css.form, className)}
      id={id}
      ref={submit.form}
      onSubmit={submit.onSubmit}
      noValidate
    >
      {submit.failure && <Alert title={failed}>{submit.failure}</Alert>}
      {children}
    </form>
  );
}
