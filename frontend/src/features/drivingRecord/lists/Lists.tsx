import type { Ticket } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { Card } from "@/ui/layout/Card";
import { ItemsCard } from "../items/ItemsCard";
import { type Item, parkingItems, ticketsByCard, tollItems } from "../items/items";
import { ListCard } from "./ListCard";
import css from "./Lists.module.css";
import { Preparing } from "./Preparing";
import type { DriverRecord } from "../useRecord";
import { cx } from "@/ui/cx";
import shapes from "@/ui/layout/shapes.module.css";

type Props = {
  record: DriverRecord;
  now: Date;
  onDetails: (ticket: Ticket) => void;
  onVehicle: () => void;
};

/** The cards in their order on the page. What stands below a list waits for it, so that nothing is pushed away. */
export function Lists({ record, now, onDetails, onVehicle }: Props) {
  const { user, own, preparing, tickets, parking, tolls } = record;
  if (preparing) return <Preparing user={user} onVehicle={onVehicle} />;
  const shared = { own, now, onDetails };
  const plate = user?.vehicleLicensePlate;
  const ticketsKnown = Boolean(tickets.data || tickets.error);
  const parkingKnown = !plate || Boolean(parking.data || parking.error);
  return (
    <div className={css.lists}>
      {tickets.data ? (
        <TicketCards cards={ticketsByCard(tickets.data, now)} {...shared} />
      ) : (
        <ListCard title="Traffic Tickets" list={tickets} rows={3} />
      )}
      {ticketsKnown &&
        (!plate ? (
          user && <NoPlate onVehicle={onVehicle} />
        ) : parking.data ? (
          <ItemsCard
            title="Parking Tickets"
            items={parkingItems(parking.data, now)}
            first={1}
            note={<Plate plate={plate} state={user.vehicleState} onVehicle={onVehicle} />}
            empty="No parking tickets for this plate. New ones appear here."
            {...shared}
          />
        ) : (
          <ListCard title="Parking Tickets" list={parking} rows={1} />
        ))}
      {ticketsKnown &&
        parkingKnown &&
        (tolls.data ? (
          <ItemsCard
            title="Tolls"
            items={tollItems(tolls.data, now)}
            first={1}
            empty="No tolls. Unpaid ones appear here."
            {...shared}
          />
        ) : (
          <ListCard title="Tolls" list={tolls} rows={1} />
        ))}
    </div>
  );
}

type Shared = Pick<Props, "now" | "onDetails"> & { own: boolean };
type Cards = ReturnType<typeof ticketsByCard>;

function TicketCards({ cards, ...shared }: Shared & { cards: Cards }) {
  const card = (title: string, items: Item[], first: number, empty: string) => (
    <ItemsCard title={title} items={items} first={first} empty={empty} {...shared} />
  );
  return (
    <>
      {card(
        "Traffic Tickets",
        cards.traffic,
        3,
        "No traffic tickets. When one is on your record, it appears here.",
      )}
      {card("Parking", cards.parking, 1, "No parking violations on your record.")}
      {card("Speeding", cards.speeding, 1, "No speeding tickets on your record.")}
      {card("Red Light", cards.redLight, 1, "No red light tickets on your record.")}
      {cards.other.length > 0 && card("Other Tickets", cards.other, 1, "")}
    </>
  );
}

function Plate(props: { plate: string; state: string | null; onVehicle: () => void }) {
  return (
    <p className={cx(shapes.spread, css.plate)}>
      <span>
        Plate <strong>{props.plate}</strong>
        {props.state && `, ${props.state}`}
      </span>
      <Button variant="text" compact aria-haspopup="dialog" onClick={props.onVehicle}>
        Change<span className="visually-hidden"> vehicle information</span>
      </Button>
    </p>
  );
}

function NoPlate({ onVehicle }: { onVehicle: () => void }) {
  return (
    <Card title="Parking Tickets">
      <div className={css.ask}>
        <p>We find parking tickets by license plate. Add yours to see them here.</p>
        <Button variant="secondary" aria-haspopup="dialog" onClick={onVehicle}>
          Add Vehicle Information
        </Button>
      </div>
    </Card>
  );
}
