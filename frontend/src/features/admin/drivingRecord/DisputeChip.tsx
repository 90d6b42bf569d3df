import type { Parking, Standing, Ticket, Toll } from "@/api/types";
import { describeDispute } from "@/parts/drivingRecord/dispute";
import { Chip } from "@/ui/feedback/Chip";
import css from "./DisputeChip.module.css";

/** Standings for which the chip is shown. */
const OPEN: ReadonlySet<Standing> = new Set(["due", "with_lawyer", "being_checked"]);

/** Shows in staff's lists that the driver disputes an open item, and when they sent a letter about it. */
export const DisputeChip = ({ item }: { item: Ticket | Parking | Toll }) =>
  item.isDisputed && OPEN.has(item.standing) ? (
    <Chip tone="info" className={css.chip}>
      {describeDispute(item)}
    </Chip>
  ) : null;
