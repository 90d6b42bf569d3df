import { useState } from "react";
import type { User } from "@/api/types";
import { PlateDayField } from "@/parts/drivingRecord/PlateDayField";
import type { DialogProps } from "@/parts/forms/SubmitDialog";
import { toast } from "@/ui/overlays/toast";
import { postVerify } from "../calls";
import { formatUserName } from "../formatUserName";
import { BasisDialog } from "./BasisDialog";
import { CLAIM_WORDS, type Claim } from "./claims";

/**
 * Verifies a driver's license number or plate, and stores which document or record staff checked. If the driver changes
 * the number while the dialog is open, the dialog still shows and sends the old number, and the server refuses the call.
 */
export default function VerifyDialog({
  user,
  claim,
  ...dialog
}: DialogProps & { user: User; claim: Claim }) {
  const [plateFrom, setPlateFrom] = useState(user.plateFrom ?? "");
  const [checked] = useState(() =>
    claim === "plate"
      ? { number: user.vehicleLicensePlate ?? "", state: user.vehicleState }
      : { number: user.driversLicenseNumber ?? "", state: user.state },
  );
  const value = [checked.number, checked.state].filter(Boolean).join(" · ");
  const isDated = claim === "plate" && plateFrom !== (user.plateFrom ?? "");
  return (
    <BasisDialog
      {...dialog}
      claim={claim}
      title={`Verify ${value}`}
      description={`From now on, we add citations with this ${CLAIM_WORDS[claim]} to ${formatUserName(user)}’s record without review.`}
      refusals={{
        changed_meanwhile: `The driver’s ${CLAIM_WORDS[claim]} has changed since you opened this, so nothing was verified. Close this and check the new one.`,
      }}
      send={async (basis) => {
        await postVerify(user.id, {
          claim,
          ...checked,
          basis,
          ...(isDated && { plateFrom, plateUntil: user.plateUntil ?? "" }),
        });
        toast({ title: "Verified", description: `${formatUserName(user)}: ${value}. ${basis}.` });
      }}
    >
      {claim === "plate" && (
        <PlateDayField
          label="Plate since"
          name="plateFrom"
          hint="Citations dated before this day need your review. If you leave this empty, we use the day one year ago."
          value={plateFrom}
          onChange={(event) => setPlateFrom(event.target.value)}
        />
      )}
    </BasisDialog>
  );
}
