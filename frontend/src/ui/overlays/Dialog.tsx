import * as Radix from "@radix-ui/react-dialog";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef } from "react";
import { cx } from "@/ui/cx";
import { focusHeading } from "@/ui/focusHeading";
import { useBackButton } from "./closing/backButton";
import { useEscape } from "./closing/escape";
import icon from "@/ui/buttons/iconButton.module.css";
import css from "./Dialog.module.css";
import { dismissToasts } from "./toast";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Footer that stays visible below the scrolling body. */
  footer?: ReactNode;
  size?: "normal" | "wide";
  /** True if the dialog has only text. The dialog's body then gets the focus, so that the keyboard can scroll it. */
  isReadOnly?: boolean;
  /** True if the dialog already has a history entry. The caller then handles the Back button. */
  isInHistory?: boolean;
  children?: ReactNode;
};

/** Selectors of the elements that may get the focus, the preferred one first. */
const INITIAL_FOCUS = [
  "[data-first]",
  "input:not([hidden]), select, textarea",
  "[data-body][tabindex]",
  "[data-body] :is(a[href], button)",
  "footer :is(a[href], button)",
];

/**
 * The element to which the last opened dialog returns the focus. If a dialog replaces another one, nothing has the
 * focus when the new dialog opens, so it uses this element too.
 */
let initialOpener: Element | null = null;

/** Focuses a form's first field or a question's safe answer (`data-first`), never the close button. */
function focusInitialElement(event: Event) {
  const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const target = INITIAL_FOCUS.map((one) => content?.querySelector<HTMLElement>(one)).find(Boolean);
  if (!target) return;
  event.preventDefault();
  target.focus();
}

/**
 * Returns the focus to the opener. If the opener is gone, the screen's heading gets the focus, unless another element
 * has it.
 */
function returnFocus(opener: Element | null) {
  if (opener && !opener.isConnected) {
    if (document.activeElement === document.body) focusHeading();
  } else if (opener instanceof HTMLElement) opener.focus();
}

/**
 * A dialog: a bottom sheet on a phone, a centered window on a desktop. Traps the focus, and returns the focus to the
 * opener when the dialog closes.
 */
export function Dialog(props: Props) {
  const {
    open,
    onOpenChange,
    title,
    description,
    footer,
    size = "normal",
    isReadOnly,
    isInHistory = false,
    children,
  } = props;
  const opener = useRef<Element | null>(null);
  const close = () => onOpenChange(false);
  const onEscape = useEscape(close);
  useBackButton(open && !isInHistory, close);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={css.scrim} />
        <Radix.Content
          className={cx(css.sheet, size === "wide" && css.wide)}
          {...onEscape}
          onOpenAutoFocus={(event) => {
            const active = document.activeElement;
            opener.current = active && active !== document.body ? active : initialOpener;
            initialOpener = opener.current;
            dismissToasts();
            focusInitialElement(event);
          }}
          // Radix returns the focus only to its own trigger, which this dialog doesn't have.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            initialOpener = null;
            returnFocus(opener.current);
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <header className={css.header}>
            <Radix.Title className={css.title}>{title}</Radix.Title>
            <Radix.Close className={cx(icon.button, icon.filled)} aria-label="Close">
              <X size={22} aria-hidden="true" />
            </Radix.Close>
          </header>
          <div className={css.body} data-body tabIndex={isReadOnly ? 0 : undefined}>
            {description !== undefined && (
              <Radix.Description className={css.description}>{description}</Radix.Description>
            )}
            {children}
          </div>
          {footer !== undefined && <footer className={css.footer}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
