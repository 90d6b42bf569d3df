import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Desk } from "../../desk/Desk";
import css from "./QueueDesk.module.css";

type Props = { title: string; children: ReactNode };

/** Layout of a back-office page with a link back to the start screen. */
export function QueueDesk({ title, children }: Props) {
  return (
    <Desk
      title={title}
      actions={
        <Link
          className={cx(buttonClass({ variant: "text", compact: true }), css.link)}
          to={paths.admin()}
        >
          <span className={css.back}>
            <ArrowLeft size={18} aria-hidden="true" />
            Back to Admin
          </span>
        </Link>
      }
    >
      {children}
    </Desk>
  );
}
