import { formatCount } from "@/lib/labels";

/** Says how many accepted citations became items, and why the remaining citations didn't. */
export function describeAdded({ filed, existing }: { filed: number; existing: number }): string {
  const added = `${formatCount(filed)} added to the driver’s record.`;
  if (existing === 0) return added;
  return `${added} ${formatCount(existing)} already on file: on this or another driver’s record, or removed by staff.`;
}
