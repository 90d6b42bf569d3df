import { Content, Provider, Root, Trigger } from "@radix-ui/react-tooltip";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/ui/cx";
import css from "./Tooltip.module.css";

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
          className={css.tip}
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
