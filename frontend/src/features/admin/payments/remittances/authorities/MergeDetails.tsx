import type { Authority, MergePreview } from "@/api/types";
import { Link } from "@/lib/router";
import { Alert } from "@/ui/feedback/Alert";
import { deskPaths } from "../../../desk/deskPaths";
import css from "../remittances.module.css";
import { equalItems, movedLines } from "./mergeTexts";

type Props = { merged: Authority; preview: MergePreview };

/** Lists the records that a merge moves and deletes, and the items that prevent the merge. */
export function MergeDetails({ merged, preview }: Props) {
  const { after, equal } = preview;
  const lines = movedLines(preview, merged.name);
  const lostPayTo = merged.payTo && merged.payTo !== after.payTo ? merged.payTo : null;
  const { postalAddress } = merged;
  const lostAddress = postalAddress && postalAddress !== after.postalAddress ? postalAddress : null;
  return (
    <div className={css.body}>
      {equal.length > 0 && <EqualCitations equal={equal} />}
      <section className={css.merge}>
        <h3 className={css.title}>Moves to {after.name}</h3>
        {lines.length > 0 ? (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>No tickets and no payments.</p>
        )}
        <p className={css.soft}>
          {merged.name} becomes another name for {after.name}. Files and city data with the old name
          will still be matched to {after.name}.
        </p>
      </section>
      <section className={css.merge}>
        <h3 className={css.title}>Payment instructions</h3>
        <p className={css.text}>{after.payTo ?? "No instructions."}</p>
        {lostPayTo && (
          <>
            <p className={css.soft}>{merged.name}’s instructions will be deleted:</p>
            <p className={css.text}>{lostPayTo}</p>
          </>
        )}
        {lostAddress && (
          <>
            <p className={css.soft}>{merged.name}’s mailing address will be deleted:</p>
            <p className={css.text}>{lostAddress}</p>
          </>
        )}
      </section>
    </div>
  );
}

function EqualCitations({ equal }: Pick<MergePreview, "equal">) {
  return (
    <section className={css.merge}>
      <Alert title="You can’t merge these authorities yet">
        After the merge, the items in each line below would have the same issuer and citation
        number. In each line, change the citation number of one item, or remove one item. Then try
        again.
      </Alert>
      <ul aria-label="Items with the same citation number">
        {equal.map((one) => (
          <li key={`${one.number} ${equalItems(one).map(({ key }) => key)}`}>
            {one.number}:{" "}
            {equalItems(one).map(({ key, user, text }, index) => (
              <span key={key}>
                {index > 0 && " and "}
                <Link to={deskPaths.user(user)}>{text}</Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
