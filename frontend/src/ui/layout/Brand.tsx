import css from "./Brand.module.css";

/** The product's name and logo, which shows a road. */
export function Brand() {
  return (
    <span className={css.brand}>
      <svg className={css.mark} viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M9 26 13 6M23 26 19 6" />
        <path className={css.lane} d="M16 7v3.4M16 14v4M16 21.6V26" />
      </svg>
      <span className={css.name}>Lanewise</span>
    </span>
  );
}
