import type { ComponentProps } from "react";
import { TextField } from "./TextField";

export const AmountField = (props: Omit<ComponentProps<typeof TextField>, "label">) => (
  <TextField label="Amount" inputMode="decimal" autoComplete="off" maxLength={12} {...props} />
);
