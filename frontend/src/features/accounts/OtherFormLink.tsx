import type { ReactNode } from "react";
import { Link } from "@/lib/router";
import css from "./OtherFormLink.module.css";

type Props = {
  /** Text before the link, such as "New to Lanewise?". */
  question?: string;
  to: string;
  children: ReactNode;
};

/** Link from one form to another, for users who opened the wrong one. */
export function OtherFormLink({ question, to, children }: Props) {
  return (
    <p className={css.paragraph}>
      {question}{" "}
      <Link className={css.link} to={to}>
        {children}
      </Link>
    </p>
  );
}
