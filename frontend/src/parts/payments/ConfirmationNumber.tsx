import { CopyButton } from "@/ui/buttons/CopyButton";
import css from "./ConfirmationNumber.module.css";

/** What identifies a payment to a person, and a way to take it along. */
export function ConfirmationNumber({ number }: { number: string }) {
  return (
    <span className={css.both}>
      <span className={css.number}>{number}</span>{" "}
      <CopyButton text={number} failed="Copy it by hand, please." variant="text" compact>
        Copy<span className="visually-hidden"> confirmation number {number}</span>
      </CopyButton>
    </span>
  );
}
