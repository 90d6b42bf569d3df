import type { ReactNode } from "react";
import css from "./Notice.module.css";

type Props = {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
};

/** The shared frame of empty and failed places: what happened, and a way on. */
export function Notice({ icon, title, children, action }: Props) {
  return (
    <div className={css.notice}>
      {icon && <div className={css.icon}>{icon}</div>}
      <p className={css.title}>{title}</p>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
