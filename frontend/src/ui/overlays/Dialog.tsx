import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { cx } from "@/ui/cx";
import { focusHeading } from "@/ui/focusHeading";
import { useBackButton } from "./closing/backButton";
import { useEscape } from "./closing/escape";
import css from "./Dialog.module.css";
import { dismissToasts } from "./toast";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Stays in reach below the scrolling body. */
  footer?: ReactNode;
  size?: "normal" | "wide";
  /** To be read only: the body takes the focus, so that the keyboard can scroll it. */
  reading?: boolean;
  /** The Back button is the caller's: the dialog is in the history already. */
  isInHistory?: boolean;
  children?: ReactNode;
};

/** The first of these that is there: what was named, a field, what is to be read, a choice, an answer. */
const BEGINNINGS = [
  "[data-first]",
  "input, select, textarea",
  "[data-body][tabindex]",
  "[data-body] :is(a[href], button)",
  "footer :is(a[href], button)",
];

/** Where the focus was before the dialogs that are open: one that another one opens gives it back there, too. */
let before: Element | null = null;

/** A form begins in its first field, a question on its answer (`data-first`), and neither on the closing cross. */
function focusBeginning(event: Event) {
  const content = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const found = BEGINNINGS.map((one) => content?.querySelector<HTMLElement>(one)).find(Boolean);
  if (!found) return;
  event.preventDefault();
  found.focus();
}

/** What opened it may be gone by its end: then the screen's heading has the focus, unless something else has it. */
function giveBack(opener: Element | null) {
  if (opener && !opener.isConnected) {
    if (document.activeElement === document.body) focusHeading();
  } else if (opener instanceof HTMLElement) opener.focus();
}

/** A bottom sheet on a phone, a centered window on a desktop; traps the focus and gives it back. */
export function Dialog(props: Props) {
  const {
    open,
    onOpenChange,
    title,
    description,
    footer,
    size = "normal",
    reading,
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
            opener.current = active && active !== document.body ? active : before;
            before = opener.current;
            dismissToasts();
            focusBeginning(event);
          }}
          // Radix gives the focus back to its own trigger alone, and there is none.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            before = null;
            giveBack(opener.current);
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <header className={css.header}>
            <Radix.Title className={css.title}>{title}</Radix.Title>
            <Radix.Close className={css.close} aria-label="Close">
              <X size={22} aria-hidden="true" />
            </Radix.Close>
          </header>
          <div className={css.body} data-body tabIndex={reading ? 0 : undefined}>
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
