import { Content, Portal, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Tooltip.module.css";

const DELAY_MS = 700;
const SKIP_DELAY_MS = 300;

/** Wraps an area with tooltips, in which moving from one to the next skips the delay. */
export function TooltipArea({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={DELAY_MS} skipDelayDuration={SKIP_DELAY_MS}>
      {children}
    </Provider>
  );
}

/** Adds a short explanation to its child, which must be one focusable element. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Root>
      {/* The tooltip opens on focus only by keyboard, not when a closing dialog returns the focus after a click. */}
      <Trigger
        asChild
        onFocus={(event) => event.target.matches(":focus-visible") || event.preventDefault()}
      >
        {children}
      </Trigger>
      <Portal>
        <Content className={css.tip} sideOffset={6} collisionPadding={8}>
          {text}
        </Content>
      </Portal>
    </Root>
  );
}

type PointProps = {
  /** Text about the point under the pointer; null without such a point. */
  text: ReactNode;
  side: "top" | "right";
  onClose: () => void;
  /** Whether a click on this element leaves the tooltip open. */
  keepsOpen: (target: Node) => boolean;
  children: ReactNode;
};

/**
 * Tooltip for a point of a chart. The tooltip follows the `PointAnchor` inside. It isn't in a portal, so it stays in
 * the chart's part of the document.
 */
export function PointTooltip({ text, side, onClose, keepsOpen, children }: PointProps) {
  return (
    <Provider disableHoverableContent>
      <Root open={text !== null} onOpenChange={(open) => open || onClose()}>
        {children}
        <Content
          className={cx(css.tip, css.raised)}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          updatePositionStrategy="always"
          onPointerDownOutside={(event) =>
            event.target instanceof Node && keepsOpen(event.target) && event.preventDefault()
          }
        >
          {text}
        </Content>
      </Root>
    </Provider>
  );
}

/** An invisible element at the point's position. */
export const PointAnchor = ({ className, ...rest }: ComponentProps<"span">) => (
  <Trigger asChild>
    <span {...rest} aria-hidden="true" className={cx(css.anchor, className)} />
  </Trigger>
);
