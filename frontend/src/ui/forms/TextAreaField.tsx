import type { ComponentProps } from "react";
import { cx } from "@/ui/cx";
import { Field, type FieldProps } from "./Field";

type Props = ComponentProps<"textarea"> & FieldProps;

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  invalid,
  id,
  className,
  ...area
}: Props) {
  return (
    <Field {...{ label, hint, error, optional, invalid, id }}>
      {(control) => (
        <textarea rows={4} {...area} {...control} className={cx(control.className, className)} />
      )}
    </Field>
  );
}
