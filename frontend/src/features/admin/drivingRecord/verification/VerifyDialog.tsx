import type { User } from "@/api/types";
import type { DialogProps } from "@/parts/forms/SubmitDialog";
import { toast } from "@/ui/overlays/toast";
import { calledUser } from "../calledUser";
import { postVerify } from "../calls";
import { BasisDialog } from "./BasisDialog";
import { CLAIM_WORDS, type Claim } from "./claims";

/** Verifies one driver's license or plate; the basis is stored. */
export default function VerifyDialog({
  user,
  claim,
  ...dialog
}: DialogProps & { user: User; claim: Claim }) {
  const value =
    claim === "plate"
      ? [user.vehicleLicensePlate, user.vehicleState]
      : [user.driversLicenseNumber, user.state];
  return (
    <BasisDialog
      {...dialog}
      claim={claim}
      title={`Verify ${value.filter(Boolean).join(" · ")}`}
      description={`From now on, we add citations with this ${CLAIM_WORDS[claim]} to the record of ${calledUser(user)} without review.`}
      send={async (basis) => {
        await postVerify(user.id, { claim, basis });
        toast({ title: "Verified", description: `${calledUser(user)}: ${basis}.` });
      }}
    />
  );
}
