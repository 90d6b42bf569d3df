import type { ComponentProps } from "react";
import { cx } from "@/ui/cx";
import { Field, type FieldProps } from "./Field";

type Props = ComponentProps<"input"> & FieldProps;

export function TextField({ label, hint, error, optional, wrong, id, className, ...input }: Props) {
  return (
    <Field {...{ label, hint, error, optional, wrong, id }}>
      {(control) => <input {...input} {...control} className={cx(control.className, className)} />}
    </Field>
  );
}
