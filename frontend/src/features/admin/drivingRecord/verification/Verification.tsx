import { useState } from "react";
import type { User } from "@/api/types";
import { useAction } from "@/parts/forms/useAction";
import { Button } from "@/ui/buttons/Button";
import { Chip } from "@/ui/feedback/Chip";
import { LazyDialog } from "@/ui/overlays/LazyDialog";
import { toast } from "@/ui/overlays/toast";
import { refresh } from "../../desk/live/refresh";
import { formatExactTime } from "../../desk/times";
import { postUnverify } from "../calls";
import { formatUserName } from "../formatUserName";
import { type Claim, VERIFIED_LISTS } from "./claims";
import css from "./Verification.module.css";

const loadDialog = () => import("./VerifyDialog");

type Row = {
  name: string;
  /** The email address, plate or license number to verify; empty if the driver has none. */
  value: string;
  at: string | null;
  basis?: string | null;
  /** Set for a license or plate, which staff verify. Drivers confirm their email address themselves. */
  claim?: Claim;
};

const rowsOf = (user: User): Row[] => [
  {
    name: "Plate",
    value: [user.vehicleLicensePlate, user.vehicleState].filter(Boolean).join(" · "),
    at: user.plateVerifiedAt,
    basis: user.plateBasis,
    claim: "plate",
  },
  {
    name: "License",
    value: [user.driversLicenseNumber, user.state].filter(Boolean).join(" · "),
    at: user.licenseVerifiedAt,
    basis: user.licenseBasis,
    claim: "license",
  },
  { name: "Email", value: user.email, at: user.emailVerifiedAt },
];

/** Shows which of a driver's details are verified. Only verified details match citations automatically. */
export function Verification({ user }: { user: User }) {
  const [open, setOpen] = useState<Claim | null>(null);
  const [lastClaim, setLastClaim] = useState<Claim>("plate");
  return (
    <section className={css.box} aria-label="Verification">
      <ul>
        {rowsOf(user).map(({ name, value, at, basis, claim }) => (
          <li key={name} className={css.row}>
            <div className={css.what}>
              <span className={css.name}>{name}</span>
              <span className={css.value}>{value || "Not on file"}</span>
              {at && basis && <span className={css.basis}>{basis}</span>}
            </div>
            {value && (
              <Chip
                tone={at ? "good" : "warn"}
                title={at ? `Since ${formatExactTime(at)}` : undefined}
              >
                {chipText(at, claim)}
              </Chip>
            )}
            {value &&
              claim &&
              (at ? (
                <UnverifyButton user={user} claim={claim} name={name} />
              ) : (
                <Button
                  variant="secondary"
                  compact
                  aria-haspopup="dialog"
                  aria-label={`Verify ${formatUserName(user)}’s ${name.toLowerCase()}`}
                  onClick={() => {
                    setLastClaim(claim);
                    setOpen(claim);
                  }}
                >
                  Verify
                </Button>
              ))}
          </li>
        ))}
      </ul>
      <LazyDialog
        load={loadDialog}
        open={open !== null}
        onOpenChange={(now) => setOpen(now ? lastClaim : null)}
        user={user}
        claim={lastClaim}
      />
    </section>
  );
}

/** Text of a row's chip: drivers confirm an email address, and staff verify a `claim`. */
const chipText = (verifiedAt: string | null, claim?: Claim) => {
  if (claim) return verifiedAt ? "Verified" : "Not verified";
  return verifiedAt ? "Confirmed" : "Not confirmed";
};

function UnverifyButton({ user, claim, name }: { user: User; claim: Claim; name: string }) {
  const { busy, run } = useAction(async () => {
    await postUnverify(user.id, claim);
    toast({
      title: "Verification Removed",
      description: `We no longer use this ${name.toLowerCase()} to add citations to ${formatUserName(user)}’s record.`,
    });
    await refresh(...VERIFIED_LISTS);
  });
  return (
    <Button
      variant="text"
      compact
      loading={busy}
      aria-label={`Unverify ${formatUserName(user)}’s ${name.toLowerCase()}`}
      onClick={run}
    >
      Unverify
    </Button>
  );
}
