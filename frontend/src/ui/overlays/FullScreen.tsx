import * as Radix from "@radix-ui/react-dialog";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef, useState } from "react";
import { useEscape } from "./closing/escape";
import icon from "@/ui/buttons/iconButton.module.css";
import { cx } from "@/ui/cx";
import css from "./FullScreen.module.css";
import { dismissToasts } from "./toast";

type Props = {
  onClose: () => void;
  title: ReactNode;
  /** Footer that stays visible at the bottom. */
  footer: ReactNode;
  children: ReactNode;
};

/**
 * A full-screen dialog, dark in either color scheme. Traps the focus, and returns the focus to the opener when the
 * dialog closes.
 */
export function FullScreen({ onClose, title, footer, children }: Props) {
  const opener = useRef<Element | null>(null);
  // The scrolling content gets the focus first. Its focus ring, around the whole screen, is hidden until a key is
  // pressed.
  const [hidesFocusRing, setHidesFocusRing] = useState(true);
  const onEscape = useEscape(onClose);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        {/* An invisible overlay that keeps the page below from scrolling. */}
        <Radix.Overlay />
        <Radix.Content
          className={css.screen}
          {...onEscape}
          data-theme="dark"
          data-full-screen
          data-quiet={hidesFocusRing || undefined}
          onKeyDownCapture={() => setHidesFocusRing(false)}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
            dismissToasts();
          }}
          // Radix returns the focus only to its own trigger, which this dialog doesn't have.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
          <div className={css.scroll} tabIndex={0}>
            <div className={css.column}>
              <header className={css.header}>
                <Radix.Title className={css.title}>{title}</Radix.Title>
                <Radix.Close className={cx(icon.button, css.close)} aria-label="Close">
                  <X size={24} aria-hidden="true" />
                </Radix.Close>
              </header>
              {children}
            </div>
          </div>
          <footer className={css.footer}>
            <div className={css.footerInner}>{footer}</div>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
