import CircleAlert from "lucide-react/icons/circle-alert";
import Info from "lucide-react/icons/info";
import type { ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Alert.module.css";

type Props = { tone?: "bad" | "info"; title?: string; children?: ReactNode };

/** A message about a whole form, shown until the form is corrected. Screen readers announce errors immediately. */
export function Alert({ tone = "bad", title, children }: Props) {
  const Icon = tone === "bad" ? CircleAlert : Info;
  return (
    <div className={cx(css.alert, css[tone])} role={tone === "bad" ? "alert" : "status"}>
      <Icon size={20} aria-hidden="true" />
      <div>
        {title && <p className={css.title}>{title}</p>}
        {children && <p>{children}</p>}
      </div>
    </div>
  );
}
