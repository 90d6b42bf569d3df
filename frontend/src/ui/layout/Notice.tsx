import type { ReactNode } from "react";
import css from "./Notice.module.css";

type Props = {
  icon?: ReactNode;
  title: string;
  /** The title is the screen's heading: there is no other. */
  heading?: boolean;
  children?: ReactNode;
  action?: ReactNode;
};

/** The shared frame of empty and failed places: what happened, and a way on. */
export function Notice({ icon, title, heading, children, action }: Props) {
  const Title = heading ? "h1" : "p";
  return (
    <div className={css.notice}>
      {icon && <div className={css.icon}>{icon}</div>}
      <Title className={css.title}>{title}</Title>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
