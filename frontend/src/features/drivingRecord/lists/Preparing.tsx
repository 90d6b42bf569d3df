import { Hourglass } from "lucide-react";
import type { User } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { toast } from "@/ui/overlays/toast";
import css from "./Lists.module.css";

const PARTS = [
  {
    title: "Traffic Tickets",
    what: "Tickets",
    lead: "Our team is putting your tickets together. Records update within 3-5 business days.",
  },
  {
    title: "Parking Tickets",
    what: "Parking",
    lead: "We look for parking tickets by your license plate. Also within 3-5 business days.",
  },
  { title: "Tolls", what: "Tolls", lead: "Unpaid tolls come with the same update." },
];

/** Until staff have put the record together: what will be here, and when. */
export function Preparing(props: { user: User | undefined; onVehicle: () => void }) {
  return (
    <div className={css.lists}>
      {PARTS.map(({ title, what, lead }) => (
        <Card key={title} title={title}>
          <div className={css.ask}>
            <p>{lead}</p>
            <div className={css.buttons}>
              <Button
                variant="secondary"
                icon={<Hourglass size={18} aria-hidden="true" />}
                onClick={() =>
                  toast({
                    title: `${what === "Tickets" ? "Traffic tickets" : what} on the way`,
                    description: "Your driving record updates within 3-5 business days.",
                  })
                }
              >
                Loading {what}
              </Button>
              {what === "Parking" && !props.user?.vehicleLicensePlate && (
                <Button variant="secondary" aria-haspopup="dialog" onClick={props.onVehicle}>
                  Add Vehicle Information
                </Button>
              )}
            </div>
          </div>
        </Card>
      ))}
    </div>
  );
}
