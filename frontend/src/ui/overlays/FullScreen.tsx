import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useEscape } from "./closing/escape";
import css from "./FullScreen.module.css";
import { dismissToasts } from "./toast";

type Props = {
  onClose: () => void;
  title: ReactNode;
  /** Stays in reach at the bottom. */
  footer: ReactNode;
  children: ReactNode;
};

/** A dialog that takes the whole screen, dark in either scheme; traps the focus and gives it back. */
export function FullScreen({ onClose, title, footer, children }: Props) {
  const opener = useRef<Element | null>(null);
  // It begins in what is read, so that keys scroll it; until one is pressed nobody needs a ring around the whole screen.
  const [quiet, setQuiet] = useState(true);
  const onEscape = useEscape(onClose);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        {/* Unseen; it keeps the page below from scrolling. */}
        <Radix.Overlay />
        <Radix.Content
          className={css.screen}
          {...onEscape}
          data-theme="dark"
          data-full-screen
          data-quiet={quiet || undefined}
          onKeyDownCapture={() => setQuiet(false)}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
            dismissToasts();
          }}
          // Radix gives the focus back to its own trigger alone, and there is none.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
          }}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <div className={css.scroll} tabIndex={0}>
            <div className={css.column}>
              <header className={css.header}>
                <Radix.Title className={css.title}>{title}</Radix.Title>
                <Radix.Close className={css.close} aria-label="Close">
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
