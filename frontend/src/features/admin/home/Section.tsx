import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "@/ui/cx";
import css from "./Section.module.css";

type Props = {
  title: string;
  /** A count beside the title. */
  aside?: ReactNode;
  open?: boolean;
  children: ReactNode;
};

/** A part of the page that can be folded away; what is folded is not asked for. */
export function Section({ title, aside, open: initially = true, children }: Props) {
  const [open, setOpen] = useState(initially);
  const body = useId();
  return (
    <section className={css.section} aria-label={title}>
      <h2 className={css.heading}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown className={cx(css.mark, open && css.turned)} size={20} aria-hidden="true" />
          {title}
          {aside}
        </button>
      </h2>
      {open && (
        <div id={body} className={css.body}>
          {children}
        </div>
      )}
    </section>
  );
}
