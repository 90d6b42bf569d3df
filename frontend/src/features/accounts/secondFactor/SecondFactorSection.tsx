import { useEffect, useRef, useState } from "react";
import { useLocation } from "@/lib/router";
import { useSecondFactor } from "@/parts/accounts/CredentialFields";
import { isLawyer } from "@/parts/accounts/home";
import { useSession } from "@/parts/accounts/useSession";
import { FailureNotice } from "@/parts/FailureNotice";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { Loading } from "@/ui/feedback/Loading";
import { Card } from "@/ui/layout/Card";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import css from "../account/AccountPage.module.css";

const loadSetUp = () => import("./SetUpDialog");
/** At this number of remaining recovery codes or fewer, the user is advised to create new ones. */
const LOW_CODE_COUNT = 2;
const loadDialog = () => import("./SecondFactorDialog");

/** Settings of the second factor of a staff member or lawyer. */
export function SecondFactorSection() {
  const { data, error, isValidating, mutate } = useSecondFactor();
  const isForLawyer = isLawyer(useSession().user);
  const [settingUp, setSettingUp] = useState(false);
  const [openPurpose, setOpenPurpose] = useState<"off" | "codes" | null>(null);
  const refetch = () => void mutate();
  const { hash } = useLocation();
  const section = useRef<HTMLElement>(null);
  // A page of the back office links to this section. On a phone the section is far down the page.
  // Scrolls only once the data has loaded, because content above the section grows until then.
  const isLinkTarget = hash === "#second-factor" && data !== undefined;
  useEffect(() => {
    if (!isLinkTarget) return;
    // Scroll in the next frame, because the navigation first scrolls to the top.
    const frame = requestAnimationFrame(() => section.current?.scrollIntoView({ block: "center" }));
    return () => cancelAnimationFrame(frame);
  }, [isLinkTarget]);
  return (
    <Card
      ref={section}
      id="second-factor"
      title="Two-step verification"
      aside={data && <Chip tone={data.isOn ? "good" : "warn"}>{data.isOn ? "On" : "Off"}</Chip>}
    >
      {data && !data.isOn && (
        <>
          <p className={css.soft}>
            {isForLawyer
              ? "Your account has your clients’ contact details, messages and files."
              : "Staff can see every driver’s record."}{" "}
            A code from an app on your phone keeps others out, even if they know your password.
          </p>
          {data.isNeeded && (
            <p className={css.soft}>
              <strong>
                {isForLawyer
                  ? "Lawyers need two-step verification. You can’t open your cases until you turn it on."
                  : "Staff need two-step verification. You can’t open the back office until you turn it on."}
              </strong>
            </p>
          )}
          <Button variant="secondary" aria-haspopup="dialog" onClick={() => setSettingUp(true)}>
            Set up two-step verification
          </Button>
        </>
      )}
      {data?.isOn && (
        <>
          <p className={css.soft}>
            You log in with your password and a code from your app. You have {data.recoveryCodes}{" "}
            recovery {data.recoveryCodes === 1 ? "code" : "codes"} left, in case you lose your
            device.
          </p>
          {data.recoveryCodes <= LOW_CODE_COUNT && (
            <p className={css.soft}>
              <strong>
                {data.recoveryCodes === 0
                  ? "Get new codes now."
                  : "Get new ones before you run out."}
              </strong>
            </p>
          )}
          <div className={css.buttons}>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              onClick={() => setOpenPurpose("codes")}
            >
              Get new recovery codes
            </Button>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              onClick={() => setOpenPurpose("off")}
            >
              Turn off
            </Button>
          </div>
        </>
      )}
      {!data && error && (
        <FailureNotice
          title="We couldn’t load two-step verification"
          error={error}
          mutate={refetch}
          isValidating={isValidating}
        />
      )}
      {!data && !error && <Loading label="Loading two-step verification" height="4rem" />}
      <LazyDialog load={loadSetUp} open={settingUp} onOpenChange={setSettingUp} onDone={refetch} />
      <LazyDialog
        load={loadDialog}
        open={openPurpose !== null}
        onOpenChange={(open) => !open && setOpenPurpose(null)}
        purpose={openPurpose ?? "off"}
        requiredFor={data?.isNeeded ? (isForLawyer ? "your cases" : "the back office") : null}
        onDone={refetch}
      />
    </Card>
  );
}
