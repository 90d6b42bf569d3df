import BadgeCheck from "lucide-react/icons/badge-check";
import { useState } from "react";
import type { User } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import type { DeskList } from "../../table/data/useDeskList";
import { CLAIM_WORDS, type Claim } from "./claims";

const loadDialog = () => import("./VerifyListedDialog");

/**
 * Button that verifies the plates or licenses of the drivers in the current list of unverified drivers. A call verifies
 * a limited number of drivers, from the start of the list.
 */
export function VerifyListed({ list }: { list: DeskList<User> }) {
  const [open, setOpen] = useState(false);
  const claim = list.state.filters.unverified;
  if ((claim !== "plate" && claim !== "license") || !list.total) return null;
  return (
    <>
      <Button
        variant="secondary"
        compact
        aria-haspopup="dialog"
        icon={<BadgeCheck size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Verify all {CLAIM_WORDS[claim]}s in this list
      </Button>
      <LazyDialog
        load={loadDialog}
        open={open}
        onOpenChange={setOpen}
        claim={claim satisfies Claim}
        filter={list.filter}
        total={list.total}
        isTotalLowerBound={list.isTotalLowerBound}
        listedAt={list.sentAt}
      />
    </>
  );
}
