import * as Radix from "@radix-ui/react-dialog";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef } from "react";
import { useBackButton } from "../overlays/closing/backButton";
import { useEscape } from "../overlays/closing/escape";
import icon from "@/ui/buttons/iconButton.module.css";
import { cx } from "@/ui/cx";
import css from "./Drawer.module.css";

type Props = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Footer that stays visible below the scrolling body. */
  footer?: ReactNode;
  children: ReactNode;
};

const FIELD = ":is(input, select, textarea):enabled";

/**
 * A modal panel at the right edge of the screen, for a form. The page under it keeps its scroll position. On a phone,
 * the panel fills the screen.
 */
export function Drawer({ open, onClose, title, footer, children }: Props) {
  const opener = useRef<Element | null>(null);
  const body = useRef<HTMLDivElement>(null);
  const onEscape = useEscape(onClose);
  useBackButton(open, onClose);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={css.scrim} />
        <Radix.Content
          className={css.drawer}
          data-drawer=""
          aria-describedby={undefined}
          {...onEscape}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            // Focuses the first field of a form instead of the close button.
            const field = body.current?.querySelector<HTMLElement>(FIELD);
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          <header className={css.header}>
            <Radix.Title className={css.title}>{title}</Radix.Title>
            <Radix.Close className={cx(icon.button, icon.filled)} aria-label="Close">
              <X size={22} aria-hidden="true" />
            </Radix.Close>
          </header>
          <div className={css.body} ref={body}>
            {children}
          </div>
          {footer !== undefined && <footer className={css.footer}>{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
