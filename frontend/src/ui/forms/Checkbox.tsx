import { type ComponentProps, type ReactNode, useId } from "react";
import css from "./Checkbox.module.css";

type Props = Omit<ComponentProps<"input">, "type"> & { label: ReactNode };

export function Checkbox({ label, id, ...input }: Props) {
  const ownId = useId();
  return (
    <label className={css.row} htmlFor={id ?? ownId}>
      <input {...input} id={id ?? ownId} type="checkbox" className={css.box} />
      <span>{label}</span>
    </label>
  );
}
