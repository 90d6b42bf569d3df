import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/lib/paths";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/Button";
import { Desk } from "../desk/Desk";

type Props = { title: string; children: ReactNode };

/** The frame of a queue's page. */
export function QueueDesk({ title, children }: Props) {
  return (
    <Desk
      title={title}
      actions={
        <Link className={buttonClass({ variant: "text", compact: true })} to={paths.admin()}>
          <ArrowLeft size={18} aria-hidden="true" />
          Back to Admin
        </Link>
      }
    >
      {children}
    </Desk>
  );
}
