import type { ClipboardEvent, ComponentProps } from "react";
import { cx } from "@/ui/cx";
import { Field, type FieldProps } from "./Field";
import { pastedDate } from "./pastedDate";

type Props = ComponentProps<"input"> & FieldProps;

export function TextField({ label, hint, error, optional, wrong, id, className, ...input }: Props) {
  return (
    <Field {...{ label, hint, error, optional, wrong, id }}>
      {(control) => (
        <input
          {...(input.type === "date" && { onPaste: pasteDate })}
          {...input}
          {...control}
          className={cx(control.className, className)}
        />
      )}
    </Field>
  );
}

/** Browsers paste into one part of a date field, or not at all. */
function pasteDate(event: ClipboardEvent<HTMLInputElement>): void {
  const date = pastedDate(event.clipboardData.getData("text"));
  if (!date) return;
  event.preventDefault();
  const field = event.currentTarget;
  // The prototype's own setter: React overrides the field's, and would see no change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, date);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
