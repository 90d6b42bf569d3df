import { useState } from "react";
import { formatCount } from "@/lib/labels";
import type { DialogProps } from "@/parts/forms/SubmitDialog";
import { toast } from "@/ui/overlays/toast";
import { postVerifications } from "../calls";
import { BasisDialog } from "./BasisDialog";
import { CLAIM_WORDS, type Claim } from "./claims";

type Props = DialogProps & {
  claim: Claim;
  filter: Record<string, string>;
  total: number;
  /** True if `total` is a lower bound. */
  isTotalLowerBound: boolean;
  /** When the server sent the list. */
  listedAt: string | null;
};

/** Maximum number of drivers that the server verifies in one call. */
const MAX_DRIVERS = 1000;

/**
 * Explains what verifying a whole list does, and asks for the basis. If the list is read again while the dialog is open,
 * the dialog still sends the time of the list that staff checked.
 */
export default function VerifyListedDialog({
  claim,
  filter,
  total,
  isTotalLowerBound,
  listedAt: latest,
  ...dialog
}: Props) {
  const [listedAt] = useState(latest);
  const word = CLAIM_WORDS[claim];
  const unclear = claim === "plate" ? ", or a plate doesn’t identify one vehicle" : "";
  const scope =
    isTotalLowerBound || total > MAX_DRIVERS
      ? `This verifies the ${word}s of the first ${formatCount(MAX_DRIVERS)} drivers in this list.`
      : total === 1
        ? `This verifies the ${word} of the only driver in this list.`
        : `This verifies the ${word}s of all ${formatCount(total)} drivers in this list.`;
  return (
    <BasisDialog
      {...dialog}
      claim={claim}
      title={`Verify the ${word}s in this list?`}
      description={`${scope} If more than one driver entered the same ${word}, it stays unverified until you decide which driver it belongs to.`}
      send={async (basis) => {
        const { unverified: _, ...rest } = filter;
        const { verified, contested, isMore } = await postVerifications(rest, {
          claim,
          basis,
          ...(listedAt && { listedAt }),
        });
        toast({
          title: `${formatCount(verified)} Verified`,
          description: [
            contested > 0 &&
              (contested === 1
                ? `1 ${word} stays unverified: more than one driver entered it, or it was entered after you loaded the list${unclear}.`
                : `${formatCount(contested)} ${word}s stay unverified: more than one driver entered them, or they were entered after you loaded the list${unclear}.`),
            isMore && `The list has more drivers. Select “Verify all ${word}s in this list” again.`,
            contested === 0 && !isMore && `All ${word}s in the list are verified.`,
          ]
            .filter(Boolean)
            .join(" "),
        });
      }}
    />
  );
}
