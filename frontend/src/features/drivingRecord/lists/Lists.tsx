import { memo } from "react";
import type { Ticket } from "@/api/types";
import { Button } from "@/ui/buttons/Button";
import { cx } from "@/ui/cx";
import { Card } from "@/ui/layout/Card";
import shapes from "@/ui/layout/shapes.module.css";
import { ItemsCard } from "../items/ItemsCard";
import { type Item, parkingItems, groupTicketsByCard, tollItems } from "../items/items";
import type { DriverRecord } from "../useRecord";
import { ListCard } from "./ListCard";
import css from "./Lists.module.css";

type Props = {
  record: DriverRecord;
  now: Date;
  onDetails: (ticket: Ticket) => void;
  onEditVehicle: () => void;
};

/**
 * The cards in their order on the page. A card appears once those above it have loaded, so that nothing is pushed down.
 */
export const Lists = memo(function Lists({ record, now, onDetails, onEditVehicle }: Props) {
  const { user, isOwn, isPreparing, tickets, parking, tolls } = record;
  const lists = [tickets, parking, tolls];
  // While staff are preparing the record, the cards show only what the driver added.
  if (isPreparing && !lists.some(({ data }) => data && data.length > 0)) return null;
  const noneText = isOwn ? "None on your record" : "None on record";
  const emptyText = isPreparing ? undefined : noneText;
  const shared = { isOwn, now, onDetails };
  const plate = user?.vehicleLicensePlate;
  const areTicketsSettled = Boolean(tickets.data || tickets.error);
  const isParkingSettled = Boolean(parking.data || parking.error);
  return (
    <div className={css.lists}>
      {tickets.data ? (
        <TicketCards
          cards={groupTicketsByCard(tickets.data, now)}
          emptyText={emptyText}
          {...shared}
        />
      ) : (
        <ListCard title="Traffic Tickets" list={tickets} rows={3} />
      )}
      {areTicketsSettled &&
        (!plate && !parking.data?.length ? (
          !isPreparing && user && <NoPlate onVehicle={onEditVehicle} />
        ) : parking.data ? (
          <ItemsCard
            title="Parking Tickets"
            items={parkingItems(parking.data, now)}
            first={1}
            note={plate && <Plate plate={plate} onVehicle={onEditVehicle} />}
            emptyText={
              plate && !isPreparing && <Plate plate={plate} isEmpty onVehicle={onEditVehicle} />
            }
            {...shared}
          />
        ) : (
          <ListCard title="Parking Tickets" list={parking} rows={1} />
        ))}
      {areTicketsSettled &&
        isParkingSettled &&
        (tolls.data ? (
          <ItemsCard
            title="Tolls"
            items={tollItems(tolls.data, now)}
            first={1}
            emptyText={emptyText}
            {...shared}
          />
        ) : (
          <ListCard title="Tolls" list={tolls} rows={1} />
        ))}
    </div>
  );
});

type SharedProps = Pick<Props, "now" | "onDetails"> & { isOwn: boolean };
type Cards = ReturnType<typeof groupTicketsByCard>;

type CardsProps = SharedProps & { cards: Cards; emptyText: string | undefined };

function TicketCards({ cards, emptyText, ...shared }: CardsProps) {
  const renderCard = (title: string, items: Item[], first: number) => (
    <ItemsCard title={title} items={items} first={first} emptyText={emptyText} {...shared} />
  );
  return (
    <>
      {renderCard("Traffic Tickets", cards.traffic, 3)}
      {renderCard("Parking", cards.parking, 1)}
      {renderCard("Speeding", cards.speeding, 1)}
      {renderCard("Red Light", cards.redLight, 1)}
      {cards.other.length > 0 && renderCard("Other Tickets", cards.other, 1)}
    </>
  );
}

type PlateProps = { plate: string; isEmpty?: boolean; onVehicle: () => void };

function Plate({ plate, isEmpty, onVehicle }: PlateProps) {
  // Without parking tickets, the card is one line like any empty card, with a button to change the plate.
  if (isEmpty)
    return (
      <p className={css.none}>
        None for
        <Button
          variant="text"
          compact
          aria-haspopup="dialog"
          aria-label={`Change vehicle information, plate ${plate}`}
          onClick={onVehicle}
        >
          {plate}
        </Button>
      </p>
    );
  return (
    <p className={cx(shapes.spread, css.plate)}>
      <span>
        Plate <strong>{plate}</strong>
      </span>
      <Button variant="text" compact aria-haspopup="dialog" onClick={onVehicle}>
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
