import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { useKnownSession } from "@/parts/accounts/useSession";
import { isHelpOpen, onHelp, setHelp } from "@/parts/help";
import { LateDialog } from "@/ui/overlays/LateDialog";
import { loadStyle } from "@/lib/loadStyle";

async function loadHelp() {
  const [module] = await Promise.all([
    import("@/features/help/HelpDialog"),
    loadStyle("HelpDialog"),
  ]);
  return module;
}

/** Help, for anyone who is logged in; leaving the screen closes it. */
export function Help() {
  const open = useSyncExternalStore(onHelp, isHelpOpen, isHelpOpen);
  const { pathname } = useLocation();
  const { user } = useKnownSession();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes whenever the address changes
  useEffect(() => () => setHelp(false), [pathname]);
  return user ? (
    <LateDialog load={loadHelp} open={open} onOpenChange={setHelp} viewer={user} />
  ) : null;
}
