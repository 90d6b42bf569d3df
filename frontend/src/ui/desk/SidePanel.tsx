import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { cx } from "@/ui/cx";
import css from "./SidePanel.module.css";

type Props = {
  onClose: () => void;
  title: ReactNode;
  /** Names the panel; the title does, unless told. */
  label?: string;
  /** Has room for a table. */
  wide?: boolean;
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** Something above the page that an Escape is meant for first. */
const ABOVE = "[role=dialog], [role=alertdialog], [role=menu], [aria-expanded=true][role=combobox]";

/**
 * A record beside its list, which can still be used: not modal. Escape closes it when nothing is above it, and the focus goes
 * back to where it came from.
 */
export function SidePanel({ onClose, title, label, wide, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    function listen(event: KeyboardEvent) {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (!document.querySelector(ABOVE)) close.current();
    }
    document.addEventListener("keydown", listen);
    return () => {
      document.removeEventListener("keydown", listen);
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <section
      className={cx(css.panel, wide && css.wide)}
      {...(label ? { "aria-label": label } : { "aria-labelledby": id })}
    >
      <header className={css.header}>
        <h2 className={css.title} id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className={css.actions}>
          {actions}
          <button type="button" className={css.close} aria-label="Close" onClick={onClose}>
            <X size={22} aria-hidden="true" />
          </button>
        </span>
      </header>
      <div className={css.body}>{children}</div>
    </section>
  );
}
