import type { User } from "@/api/types";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Spinner } from "@/ui/Spinner";
import { toast } from "@/ui/toast";
import css from "./Lists.module.css";

const PARTS = [
  { title: "Traffic Tickets", what: "Tickets" },
  { title: "Parking Tickets", what: "Parking" },
  { title: "Tolls", what: "Tolls" },
];

/** Until staff have put the record together: what will be here, and when. */
export function Preparing(props: { user: User | undefined; onVehicle: () => void }) {
  return (
    <div className={css.lists}>
      {PARTS.map(({ title, what }) => (
        <Card key={title} title={title}>
          <div className={css.ask}>
            <p>We’re collecting these from the public records. It takes 3-5 business days.</p>
            <div className={css.buttons}>
              <Button
                variant="secondary"
                icon={<Spinner />}
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
                <Button variant="text" aria-haspopup="dialog" onClick={props.onVehicle}>
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
