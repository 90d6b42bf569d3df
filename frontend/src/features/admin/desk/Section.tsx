import ChevronDown from "lucide-react/icons/chevron-down";
import { type ReactNode, useId, useState } from "react";
import { cx } from "@/ui/cx";
import css from "./Section.module.css";

type Props = {
  title: string;
  /** Id of the section's element, for links to the section. */
  id?: string;
  open?: boolean;
  /** Key under which the browser stores whether the section is collapsed. Without a key, nothing is stored. */
  storageName?: string;
  children: ReactNode;
};

const keyOf = (name: string) => `lanewise.desk.${name}`;

/** Returns whether the section was left open; undefined if nothing is stored. */
function readStoredState(name: string): boolean | undefined {
  try {
    const stored = localStorage.getItem(keyOf(name));
    return stored === null ? undefined : stored === "open";
  } catch {
    return undefined;
  }
}

/** Remembers whether a section is open, for the next visit. */
function storeOpen(name: string, isOpen: boolean): void {
  try {
    localStorage.setItem(keyOf(name), isOpen ? "open" : "folded");
  } catch {
    // If the browser forbids storage, the section starts in its default state next time.
  }
}

/** A collapsible section, whose content isn't loaded while the section is collapsed. */
export function Section(props: Props) {
  const { title, id, open: initially = true, storageName, children } = props;
  const [open, setOpen] = useState(
    () => (storageName === undefined ? undefined : readStoredState(storageName)) ?? initially,
  );
  function toggle() {
    setOpen(!open);
    if (storageName) storeOpen(storageName, !open);
  }
  const body = useId();
  return (
    <section className={css.section} id={id} aria-label={title}>
      <h2 className={css.heading}>
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={toggle}
        >
          <ChevronDown className={cx(css.mark, open && css.turned)} size={20} aria-hidden="true" />
          {title}
        </button>
      </h2>
      {open && (
        <div id={body} className={css.body}>
          {children}
        </div>
      )}
    </section>
  );
}
