import * as Radix from "@radix-ui/react-dropdown-menu";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import css from "./Menu.module.css";

type Props = {
  /** The button that opens the menu. The element must accept a ref and button props. */
  trigger: ReactNode;
  align?: "start" | "end";
  children: ReactNode;
};

/**
 * A menu under a button, operated by arrows, Home, End, first letters and Escape. Closing it returns the focus to the
 * button.
 */
export function Menu({ trigger, align = "start", children }: Props) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* No portal, so that the menu stays within the button's landmark. */}
      <Radix.Content className={css.menu} align={align} sideOffset={6} collisionPadding={12}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

type ItemProps = { icon?: ReactNode; aside?: ReactNode; onSelect: () => void; children: ReactNode };

/** An entry that runs an action or navigates. */
export function MenuItem({ icon, aside, onSelect, children }: ItemProps) {
  return (
    <Radix.Item className={css.item} onSelect={onSelect}>
      {icon}
      <span className={css.label}>{children}</span>
      {aside}
    </Radix.Item>
  );
}

type CheckProps = {
  checked: boolean;
  disabled?: boolean;
  onChange: () => void;
  children: ReactNode;
};

/** An entry that is on or off. The menu stays open when it is clicked. */
export function MenuCheck({ checked, disabled, onChange, children }: CheckProps) {
  return (
    <Radix.CheckboxItem
      className={css.item}
      checked={checked}
      disabled={disabled}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
    >
      <span className={css.tick}>
        <Radix.ItemIndicator>
          <Check size={16} aria-hidden="true" />
        </Radix.ItemIndicator>
      </span>
      <span className={css.label}>{children}</span>
    </Radix.CheckboxItem>
  );
}

/** Heading for the menu entries below it. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <Radix.Label className={css.head}>{children}</Radix.Label>;
}

export function MenuSeparator() {
  return <Radix.Separator className={css.line} />;
}
