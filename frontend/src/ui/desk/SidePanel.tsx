import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from "react";
import { cx } from "@/ui/cx";
import { useFocusKeeper } from "../useFocusKeeper";
import icon from "@/ui/buttons/iconButton.module.css";
import css from "./SidePanel.module.css";

type Props = {
  onClose: () => void;
  title: ReactNode;
  /** Accessible name of the panel; defaults to the title. */
  label?: string;
  /** Makes the panel wide enough for a table. */
  wide?: boolean;
  /** Focuses the field with `data-first` instead of the title when the panel opens. */
  focusesField?: boolean;
  /** Footer that stays visible below the scrolling body. */
  footer?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
};

/** Elements that can be open above the page and handle Escape first. */
const ABOVE = "[role=dialog], [role=alertdialog], [role=menu], [aria-expanded=true][role=combobox]";

/**
 * A non-modal panel for a record beside its list. Escape closes it if nothing is open above it, and the focus returns
 * to where it was.
 */
export function SidePanel(props: Props) {
  const { onClose, title, label, wide, focusesField, footer, actions, children } = props;
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const startsInField = useRef(focusesField);
  const id = useId();
  useFocusKeeper(
    panel,
    () => undefined,
    () => heading.current,
  );
  // A layout effect, because an Escape pressed before a normal effect has run would go to the list's search.
  useLayoutEffect(() => {
    // Listens in the capture phase, to get the event before a toast: Escape closes toasts last.
    function listen(event: KeyboardEvent) {
      if (event.key !== "Escape" || document.querySelector(ABOVE)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      close.current();
    }
    window.addEventListener("keydown", listen, { capture: true });
    return () => window.removeEventListener("keydown", listen, { capture: true });
  }, []);
  useEffect(() => {
    const opener = document.activeElement;
    const field =
      startsInField.current && panel.current?.querySelector<HTMLElement>("[data-first]");
    (field || heading.current)?.focus({ preventScroll: true });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return (
    <section
      ref={panel}
      className={cx(css.panel, wide && css.wide)}
      {...(label ? { "aria-label": label } : { "aria-labelledby": id })}
    >
      <header className={css.header}>
        <h2 className={css.title} id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span className={css.actions}>
          {actions}
          <button
            type="button"
            className={cx(icon.button, icon.filled)}
            aria-label="Close"
            onClick={onClose}
          >
            <X size={22} aria-hidden="true" />
          </button>
        </span>
      </header>
      <div className={css.body}>{children}</div>
      {footer && <footer className={css.footer}>{footer}</footer>}
    </section>
  );
}
