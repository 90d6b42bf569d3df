import type { Parking, Ticket, Toll } from "@/api/types";
import { describeDispute } from "@/parts/drivingRecord/dispute";
import { isUnpaid } from "@/parts/drivingRecord/standing";
import { Chip } from "@/ui/feedback/Chip";
import css from "./DisputeChip.module.css";

/** Shows in staff's lists that the driver disputes an unpaid item, and when they sent a letter about it. */
export const DisputeChip = ({ item }: { item: Ticket | Parking | Toll }) =>
  item.isDisputed && isUnpaid(item.standing) ? (
    <Chip tone="info" className={css.chip}>
      {describeDispute(item)}
    </Chip>
  ) : null;
