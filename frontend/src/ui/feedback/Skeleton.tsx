import css from "./Skeleton.module.css";

type Props = { width?: string; height?: string; round?: boolean };

/** A gray placeholder of the final size. Wrap a group of them in `<Loading label="…">`. */
export function Skeleton({ width = "100%", height = "1em", round }: Props) {
  const borderRadius = round ? "50%" : undefined;
  return <span className={css.bone} style={{ width, height, borderRadius }} aria-hidden="true" />;
}
