import css from "./AnimatedCheck.module.css";

/** A check mark that is drawn once, as an animation. */
export function AnimatedCheck() {
  return (
    <svg className={css.check} viewBox="0 0 72 72" width="72" height="72" aria-hidden="true">
      <circle className={css.ring} cx="36" cy="36" r="32" pathLength="1" />
      <path className={css.tick} d="M22 37.5 32 47.5 51 26.5" pathLength="1" />
    </svg>
  );
}
