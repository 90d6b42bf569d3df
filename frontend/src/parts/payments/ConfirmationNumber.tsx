import { CopyButton } from "@/ui/buttons/CopyButton";
import css from "./ConfirmationNumber.module.css";

/** A payment's confirmation number with a copy button. */
export function ConfirmationNumber({ number }: { number: string }) {
  return (
    <span className={css.both}>
      <span className={css.number}>{number}</span>{" "}
      <CopyButton
        text={number}
        failureText="Your browser blocked copying. Select the number and copy it."
        variant="text"
        compact
      >
        Copy<span className="visually-hidden"> confirmation number {number}</span>
      </CopyButton>
    </span>
  );
}
