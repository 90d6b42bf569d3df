import type { DialogProps } from "@/parts/forms/SubmitDialog";
import { toast } from "@/ui/overlays/toast";
import { postVerifications } from "../calls";
import { BasisDialog } from "./BasisDialog";
import { CLAIM_WORDS, type Claim } from "./claims";

type Props = DialogProps & {
  claim: Claim;
  filter: Record<string, string>;
  total: number;
  /** `total` is a lower bound. */
  atLeast: boolean;
};

const count = (of: number) => of.toLocaleString("en-US");
/** Maximum number of drivers that the server verifies in one call. */
const MOST = 1000;

/** Says what verifying a whole list does, before it is done. */
export default function VerifyListedDialog({ claim, filter, total, atLeast, ...dialog }: Props) {
  const word = CLAIM_WORDS[claim];
  const most =
    atLeast || total > MOST
      ? `The first ${count(MOST)} drivers of this list get`
      : total === 1
        ? "The one driver of this list gets"
        : `All ${count(total)} drivers of this list get`;
  return (
    <BasisDialog
      {...dialog}
      claim={claim}
      title={`Verify the ${word}s of this list?`}
      description={`${most} their ${word} verified. Where two drivers gave the same one, it stays unverified: you decide whose it is.`}
      send={async (basis) => {
        const { unverified: _, ...rest } = filter;
        const { verified, contested, isMore } = await postVerifications(rest, { claim, basis });
        toast({
          title: `${count(verified)} Verified`,
          description: [
            contested > 0 && `${count(contested)} were given by two drivers and stay unverified.`,
            isMore && "There are more: verify the list once more.",
            contested === 0 && !isMore && "That was all of them.",
          ]
            .filter(Boolean)
            .join(" "),
        });
      }}
    />
  );
}
