import type { ReactNode } from "react";
import { Link } from "@/lib/router";
import css from "./OtherWay.module.css";

type Props = {
  /** Who it is for, before the link. */
  question?: string;
  to: string;
  children: ReactNode;
};

/** Below a form: the way to the other form, for a person who is at the wrong one. */
export function OtherWay({ question, to, children }: Props) {
  return (
    <p className={css.other}>
      {question}{" "}
      <Link className={css.link} to={to}>
        {children}
      </Link>
    </p>
  );
}
