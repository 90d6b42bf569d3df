import type { ClipboardEvent, ComponentProps } from "react";
import { cx } from "@/ui/cx";
import { Field, type FieldProps } from "./Field";
import { parsePastedDate } from "./parsePastedDate";

type Props = ComponentProps<"input"> & FieldProps;

export function TextField({
  label,
  hint,
  error,
  optional,
  invalid,
  id,
  className,
  ...input
}: Props) {
  return (
    <Field {...{ label, hint, error, optional, invalid, id }}>
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

/** Handles pasting a whole date, which browsers put into one part of a date field or ignore. */
function pasteDate(event: ClipboardEvent<HTMLInputElement>): void {
  const date = parsePastedDate(event.clipboardData.getData("text"));
  if (!date) return;
  event.preventDefault();
  const field = event.currentTarget;
  // The prototype's setter bypasses the setter that React installs on the field, so React sees a change.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, date);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
