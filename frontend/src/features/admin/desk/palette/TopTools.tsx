import CircleUserRound from "lucide-react/icons/circle-user-round";
import Keyboard from "lucide-react/icons/keyboard";
import LogOut from "lucide-react/icons/log-out";
import Search from "lucide-react/icons/search";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { User } from "@/api/types";
import { paths } from "@/lib/paths";
import { useNavigate } from "@/lib/router";
import { logOut } from "@/parts/accounts/auth";
import { Menu, MenuItem, MenuSeparator } from "@/ui/desk/Menu";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { Tooltip, TooltipArea } from "@/ui/overlays/Tooltip";
import { areKeyShortcutsOn, setKeyShortcutsOn } from "./keys";
import css from "./TopTools.module.css";

const loadPalette = () => import("./LazyPalette");
const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.platform);
const SHORTCUT = IS_APPLE ? "⌘K" : "Ctrl K";

/** Tools in the back office's top bar: the search over everything, and the menu of the logged-in user. */
export function TopTools({ user }: { user: User }) {
  const [target, setTarget] = useState<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setTarget(document.getElementById("top-tools")), []);
  useEffect(() => {
    /** Opens or closes the palette if the pressed key is its shortcut. */
    function togglePalette(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || event.shiftKey || event.altKey) return;
      if (!(IS_APPLE ? event.metaKey : event.ctrlKey)) return;
      event.preventDefault();
      setOpen((open) => !open);
    }
    document.addEventListener("keydown", togglePalette);
    return () => document.removeEventListener("keydown", togglePalette);
  }, []);
  const tools = (
    <div className={css.tools}>
      <TooltipArea>
        <Tooltip text={`Search drivers, records, pages and actions (${SHORTCUT})`}>
          <button
            type="button"
            className={css.search}
            aria-keyshortcuts={IS_APPLE ? "Meta+K" : "Control+K"}
            onClick={() => setOpen(true)}
          >
            <Search size={18} aria-hidden="true" />
            <span className={css.words}>Search everything</span>
            <span className={css.key} aria-hidden="true">
              {SHORTCUT}
            </span>
          </button>
        </Tooltip>
      </TooltipArea>
      <Person user={user} />
    </div>
  );
  return (
    <>
      {target && createPortal(tools, target)}
      <LazyDialog load={loadPalette} open={isOpen} onOpenChange={setOpen} user={user} />
    </>
  );
}

function Person({ user }: { user: User }) {
  const navigate = useNavigate();
  const [areShortcutsOn, setShortcutsOn] = useState(areKeyShortcutsOn);
  const name = user.fullName ?? user.username;
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={css.person} aria-label={`Logged in as ${name}`}>
          <CircleUserRound size={22} aria-hidden="true" />
          <span className={css.name}>{name}</span>
        </button>
      }
    >
      <p className={css.who}>
        <strong>{name}</strong>
        <span>{user.email}</span>
      </p>
      <MenuSeparator />
      <MenuItem
        icon={<CircleUserRound size={18} aria-hidden="true" />}
        onSelect={() => navigate(paths.account())}
      >
        Account
      </MenuItem>
      <MenuItem
        icon={<Keyboard size={18} aria-hidden="true" />}
        aside={areShortcutsOn ? "On" : "Off"}
        onSelect={() => {
          setKeyShortcutsOn(!areShortcutsOn);
          setShortcutsOn(!areShortcutsOn);
        }}
      >
        Single-key shortcuts
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<LogOut size={18} aria-hidden="true" />} onSelect={() => void logOut()}>
        Log out
      </MenuItem>
    </Menu>
  );
}
