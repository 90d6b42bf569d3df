import * as Radix from "@radix-ui/react-dialog";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "./cx";
import css from "./Dialog.module.css";

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Stays in reach below the scrolling body. */
  footer?: ReactNode;
  size?: "normal" | "wide";
  children?: ReactNode;
};

/** A bottom sheet on a phone, a centred window on a desktop; traps the focus and gives it back. */
export function Dialog(props: Props) {
  const { open, onOpenChange, title, description, footer, size = "normal", children } = props;
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={css.scrim} />
        <Radix.Content
          className={cx(css.sheet, size === "wide" && css.wide)}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          <header className={css.header}>
            <Radix.Title className={css.title}>{title}</Radix.Title>
            <Radix.Close className={css.close} aria-label="Close">
              <X size={22} aria-hidden="true" />
            </Radix.Close>
          </header>
          <div className={css.body}>
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
