import ShieldAlert from "lucide-react/icons/shield-alert";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type ApiError, errorHandlers } from "@/api/client";
import { Link } from "@/lib/router";
import { buttonClass } from "@/ui/buttons/Button";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Page } from "@/ui/layout/Page";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { deskPaths } from "./deskPaths";

const loadConfirm = () => import("./ConfirmDialog");

/**
 * Handles calls that the server refuses until staff confirm their identity or have a second factor
 * (docs/product/accounts.md#step-up-authentication). A call that needs step-up authentication waits for the dialog and
 * is then retried, so no input is lost. Staff without the required second factor see a link to its settings instead.
 */
export function StaffChecks({ children }: { children: ReactNode }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [needsFactor, setNeedsFactor] = useState(false);
  const pendingCalls = useRef<((isProved: boolean) => void)[]>([]);
  const resolveCalls = useCallback((isProved: boolean) => {
    setDialogOpen(false);
    for (const goOn of pendingCalls.current.splice(0)) goOn(isProved);
  }, []);
  const onOpenChange = useCallback((open: boolean) => !open && resolveCalls(false), [resolveCalls]);
  useEffect(() => {
    /**
     * Returns whether to retry the refused call. Waits for the dialog if the call needs a password
     * or code.
     */
    function onRefusal({ code }: ApiError) {
      if (code === "second_factor_needed") setNeedsFactor(true);
      if (code !== "confirm_it_is_you") return false;
      setDialogOpen(true);
      return new Promise<boolean>((goOn) => pendingCalls.current.push(goOn));
    }
    errorHandlers.add(onRefusal);
    return () => {
      errorHandlers.delete(onRefusal);
      resolveCalls(false);
    };
  }, [resolveCalls]);
  return (
    <>
      {needsFactor ? <SecondFactorRequired /> : children}
      <LazyDialog
        load={loadConfirm}
        open={isDialogOpen}
        onOpenChange={onOpenChange}
        onConfirmed={() => resolveCalls(true)}
      />
    </>
  );
}

function SecondFactorRequired() {
  return (
    <Page>
      <h1 className="visually-hidden">Back office</h1>
      <EmptyState
        icon={<ShieldAlert aria-hidden="true" />}
        title="Set up two-step verification first"
        action={
          <Link className={buttonClass()} to={deskPaths.secondFactor()}>
            Set up two-step verification
          </Link>
        }
      >
        Staff log in with a password and a code from an authenticator app. Setup takes about two
        minutes. Then you can open the back office.
      </EmptyState>
    </Page>
  );
}
