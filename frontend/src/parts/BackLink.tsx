import ArrowLeft from "lucide-react/icons/arrow-left";
import type { ReactNode } from "react";
import { Link } from "@/lib/router";
import css from "./BackLink.module.css";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className={css.back} to={to}>
      <ArrowLeft size={20} aria-hidden="true" />
      {children}
    </Link>
  );
}
