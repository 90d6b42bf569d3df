import type { ComponentProps } from "react";
import { useLatestDay } from "@/parts/dates/today";
import { TextField } from "@/ui/forms/TextField";

/** Explains to drivers why the plate's first day matters. */
export const PLATE_FROM_HINT =
  "Tickets from before that day could be someone else’s, so our staff check them before adding them to your record. If you leave this empty, we’ll assume you’ve had the plate for one year.";

/** The first or last day on which a plate belongs to its driver (docs/product/everywhere.md#plate-dates). */
export function PlateDayField(props: ComponentProps<typeof TextField>) {
  const max = useLatestDay();
  return (
    <TextField type="date" min="1900-01-01" max={max} optional autoComplete="off" {...props} />
  );
}
