import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/ui/cx";
import { Spinner } from "@/ui/feedback/Spinner";
import css from "./Button.module.css";

export type ButtonVariant = "primary" | "secondary" | "danger" | "text";

const VARIANTS: Record<ButtonVariant, string | undefined> = {
  primary: css.primary,
  secondary: css.secondary,
  danger: css.danger,
  text: css.text,
};

type ButtonStyle = { variant?: ButtonVariant; block?: boolean; compact?: boolean };

/** Styles a link as a button: `<Link className={buttonClass({ variant: "secondary" })}>`. */
export function buttonClass({ variant = "primary", block, compact }: ButtonStyle = {}): string {
  return cx(css.button, VARIANTS[variant], block && css.block, compact && css.compact);
}

type Props = ComponentProps<"button"> &
  ButtonStyle & {
    /** While true, the button ignores clicks, keeps its width and stays focusable. */
    loading?: boolean;
    /** Label while the button is busy. Without it, a spinner replaces the label. */
    loadingText?: string;
    icon?: ReactNode;
  };

export function Button(props: Props) {
  const { variant, block, compact, loading, loadingText, icon, className, children, ...rest } =
    props;
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, block, compact }), className)}
      aria-disabled={loading || rest["aria-disabled"]}
      aria-busy={loading || undefined}
      onClick={(event) => {
        // aria-disabled instead of disabled, so that the button keeps the focus. A busy button must not submit twice.
        if (event.currentTarget.ariaDisabled === "true") event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      <span
        className={cx(css.face, loading && (loadingText ? css.gone : css.faded))}
        aria-hidden={loading && loadingText !== undefined}
      >
        {icon}
        {children}
      </span>
      {loadingText !== undefined && (
        <span className={cx(css.face, !loading && css.gone)} aria-hidden={!loading}>
          <Spinner />
          {loadingText}
        </span>
      )}
      {loading && loadingText === undefined && (
        <span className={css.face}>
          <Spinner />
        </span>
      )}
    </button>
  );
}
