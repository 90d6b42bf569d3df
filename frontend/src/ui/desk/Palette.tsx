import * as Radix from "@radix-ui/react-dialog";
import { Command } from "cmdk";
import Search from "lucide-react/icons/search";
import { type KeyboardEvent, type ReactNode, useRef } from "react";
import { useBackButton } from "../overlays/closing/backButton";
import { useEscape } from "../overlays/closing/escape";
import css from "./Palette.module.css";

type Props = {
  onClose: () => void;
  label: string;
  placeholder: string;
  query: string;
  onQuery: (query: string) => void;
  /** Value of the item that Enter selects. */
  value: string;
  onValue: (value: string) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** Content shown if there are no items. */
  emptyText: ReactNode;
  hint: ReactNode;
  children: ReactNode;
};

/** A search dialog over all screens: arrows move, Enter selects, Escape closes. */
export function Palette(props: Props) {
  const { onClose, label, placeholder, query, onQuery, value, onValue, onKeyDown } = props;
  const opener = useRef<Element | null>(null);
  const onEscape = useEscape(onClose);
  useBackButton(true, onClose);
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={css.scrim} />
        <Radix.Content
          className={css.palette}
          {...onEscape}
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Focuses the element that had the focus before, unless a selected item has navigated away from it.
            if (opener.current instanceof HTMLElement && opener.current.isConnected)
              opener.current.focus();
          }}
        >
          <Radix.Title className="visually-hidden">{label}</Radix.Title>
          <Command
            label={label}
            shouldFilter={false}
            loop
            value={value}
            onValueChange={onValue}
            {...(onKeyDown && { onKeyDown })}
          >
            <div className={css.field}>
              <Search size={20} aria-hidden="true" />
              <Command.Input
                className={css.input}
                placeholder={placeholder}
                maxLength={100}
                value={query}
                onValueChange={onQuery}
              />
            </div>
            <Command.List className={css.list} label="Results">
              {props.children}
            </Command.List>
          </Command>
          <div className={css.foot} role="status">
            {props.emptyText || props.hint}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function PaletteGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group className={css.group} heading={heading}>
      {children}
    </Command.Group>
  );
}

type ItemProps = {
  value: string;
  icon: ReactNode;
  label: ReactNode;
  detail?: ReactNode;
  aside?: ReactNode;
  onSelect: () => void;
};

export function PaletteItem({ value, icon, label, detail, aside, onSelect }: ItemProps) {
  return (
    <Command.Item className={css.item} value={value} onSelect={onSelect}>
      {icon}
      <span className={css.words}>
        <span className={css.label}>{label}</span>
        {detail && <span className={css.detail}>{detail}</span>}
      </span>
      {aside && <span className={css.aside}>{aside}</span>}
    </Command.Item>
  );
}
