import type { WaitingCitation } from "@/api/types";
import { formatTypedAmount, readAmount } from "@/lib/amount";
import { formatDate } from "@/lib/dates";
import { MAX_UNCONFIRMED_CENTS } from "../../desk/filing/useLargeAmount";
import { RelativeTime } from "../../desk/RelativeTime";
import type { RowColumn } from "../../table/rows/Rows";
import css from "../ImportPage.module.css";

/** Returns the text of a citation's field; an empty string if it has no such field. */
export const citationField = ({ fields }: WaitingCitation, name: string) =>
  fields.find((field) => field.name === name)?.text ?? "";

/** Lists the plate, license and email in a citation, which identify its driver. */
const describeIdentifiers = ({
  plate,
  plateState,
  licenseNumber,
  licenseState,
  email,
}: WaitingCitation) =>
  [
    plate && `Plate ${plate}, ${plateState}`,
    licenseNumber && `License ${licenseNumber}, ${licenseState}`,
    email,
  ]
    .filter(Boolean)
    .join(" · ");

export const CITATION_COLUMNS: readonly RowColumn<WaitingCitation>[] = [
  {
    title: "Citation",
    cell: (one) => (
      <>
        {citationField(one, "violationType") || citationField(one, "tollRoad")}
        <div className={css.soft}>
          {[one.citation, formatDate(citationField(one, "date"))].filter(Boolean).join(" · ")}
        </div>
        {one.reason && <div className={css.reason}>{one.reason}</div>}
      </>
    ),
  },
  {
    title: "Amount",
    short: true,
    cell: (one) => formatTypedAmount(citationField(one, "amount")),
  },
  { title: "Identified by", cell: describeIdentifiers },
  { title: "Waiting since", short: true, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
];

/**
 * Returns an unusually large amount, in cents, which staff confirm before it is filed. Returns 0 for any other amount.
 */
export function findLargeCents(citation: WaitingCitation): number {
  const read = readAmount(citationField(citation, "amount"));
  return "cents" in read && read.cents > MAX_UNCONFIRMED_CENTS ? read.cents : 0;
}
