import type { Fact } from "../declaration";
import css from "./Facts.module.css";

/** Lists the names and values of a record's facts. A wide value gets the full line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {facts.map(({ name, value, wide }) => (
        <div key={name} className={wide ? css.wide : css.fact}>
          <dt>{name}</dt>
          <dd>
            {value === null || value === undefined || value === false || value === "" ? "—" : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
