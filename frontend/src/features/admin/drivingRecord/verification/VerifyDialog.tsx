import { useState } from "react";
import type { User } from "@/api/types";
import { PlateDayField } from "@/parts/drivingRecord/PlateDayField";
import type { DialogProps } from "@/parts/forms/SubmitDialog";
import { toast } from "@/ui/overlays/toast";
import { postVerify } from "../calls";
import { formatUserName } from "../formatUserName";
import { BasisDialog } from "./BasisDialog";
import { CLAIM_WORDS, type Claim } from "./claims";

/** Verifies one driver's license or plate and stores the basis. */
export default function VerifyDialog({
  user,
  claim,
  ...dialog
}: DialogProps & { user: User; claim: Claim }) {
  const [plateFrom, setPlateFrom] = useState(user.plateFrom ?? "");
  const value =
    claim === "plate"
      ? [user.vehicleLicensePlate, user.vehicleState]
      : [user.driversLicenseNumber, user.state];
  const isDated = claim === "plate" && plateFrom !== (user.plateFrom ?? "");
  return (
    <BasisDialog
      {...dialog}
      claim={claim}
      title={`Verify ${value.filter(Boolean).join(" · ")}`}
      description={`From now on, we add citations with this ${CLAIM_WORDS[claim]} to ${formatUserName(user)}’s record without review.`}
      send={async (basis) => {
        await postVerify(user.id, {
          claim,
          basis,
          ...(isDated && { plateFrom, plateUntil: user.plateUntil ?? "" }),
        });
        toast({ title: "Verified", description: `${formatUserName(user)}: ${basis}.` });
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
