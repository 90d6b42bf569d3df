import type { ReactNode } from "react";
import css from "./Notice.module.css";

type Props = {
  icon?: ReactNode;
  title: string;
  /** True if the title is the screen's main heading (h1). */
  isMainHeading?: boolean;
  children?: ReactNode;
  action?: ReactNode;
};

/** The shared layout of empty and failed states: what happened and what to do. */
export function Notice({ icon, title, isMainHeading, children, action }: Props) {
  const Title = isMainHeading ? "h1" : "p";
  return (
    <div className={css.notice}>
      {icon && <div className={css.icon}>{icon}</div>}
      <Title className={css.title}>{title}</Title>
      {children && <div className={css.text}>{children}</div>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
