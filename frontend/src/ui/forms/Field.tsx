import CircleAlert from "lucide-react/icons/circle-alert";
import { type ReactNode, useId } from "react";
import { cx } from "@/ui/cx";
import css from "./Field.module.css";

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** Error message, shown under the field and announced with it. */
  error?: string | null;
  /** Shows "optional" beside the label. */
  optional?: boolean;
  /** Marks the field as invalid without its own message, because the form's alert shows the message. */
  invalid?: boolean;
};

/** Props that connect the control with the field's label, hint and error. */
export type ControlProps = {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type Props = FieldProps & { id?: string; children: (control: ControlProps) => ReactNode };

export function Field({ label, hint, error, optional, invalid, id, children }: Props) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const descriptionIds = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={controlId}>
        {label}
        {optional && <span className={css.optional}> (optional)</span>}
      </label>
      {children({
        id: controlId,
        className: cx(css.control, (error || invalid) && css.wrong),
        "aria-describedby": descriptionIds || undefined,
        "aria-invalid": error || invalid ? true : undefined,
      })}
      {error && (
        <p className={css.error} id={errorId}>
          <CircleAlert size={16} aria-hidden="true" />
          {error}
        </p>
      )}
      {hint && (
        <p className={css.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Focuses the first invalid field of a form, after React has rendered the errors. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
