import type { Fact } from "../declaration";
import css from "./Facts.module.css";

/** Names and values of a record. A wide value gets the full line. */
export function Facts({ of }: { of: readonly Fact[] }) {
  return (
    <dl className={css.facts}>
      {of.map(({ name, value, wide }) => (
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
