import { ShieldAlert } from "lucide-react";
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
 * Handles the server's additional requirements for staff (docs/product/accounts.md#step-up-authentication). A call that
 * needs step-up authentication waits for the dialog and is then retried, so no input is lost. Staff without the
 * required second factor are sent to set it up.
 */
export function StaffChecks({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState(false);
  const [needsFactor, setNeedsFactor] = useState(false);
  const waiting = useRef<((isProved: boolean) => void)[]>([]);
  const settle = useCallback((isProved: boolean) => {
    setAsking(false);
    for (const goOn of waiting.current.splice(0)) goOn(isProved);
  }, []);
  const onOpenChange = useCallback((open: boolean) => !open && settle(false), [settle]);
  useEffect(() => {
    function onRefusal({ code }: ApiError) {
      if (code === "second_factor_needed") setNeedsFactor(true);
      if (code !== "confirm_it_is_you") return false;
      setAsking(true);
      return new Promise<boolean>((goOn) => waiting.current.push(goOn));
    }
    errorHandlers.add(onRefusal);
    return () => {
      errorHandlers.delete(onRefusal);
      settle(false);
    };
  }, [settle]);
  return (
    <>
      {needsFactor ? <SetUpFirst /> : children}
      <LazyDialog
        load={loadConfirm}
        open={asking}
        onOpenChange={onOpenChange}
        onProved={() => settle(true)}
      />
    </>
  );
}

function SetUpFirst() {
  return (
    <Page>
      <h1 className="visually-hidden">Back office</h1>
      <EmptyState
        icon={<ShieldAlert aria-hidden="true" />}
        title="Set up your second factor first"
        action={
          <Link className={buttonClass()} to={deskPaths.secondFactor()}>
            Set up second factor
          </Link>
        }
      >
        Staff log in with a password and a code from an authenticator app. Setup takes about two
        minutes. Then you can open the back office.
      </EmptyState>
    </Page>
  );
}
