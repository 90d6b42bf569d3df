import { useState } from "react";
import css from "./Portrait.module.css";

type Props = {
  name: string;
  /** Address of the photo; null without one. */
  photo: string | null;
};

/** Returns the first letters of the first and the last word. */
const initialsOf = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => word?.[0]?.toUpperCase() ?? "").join("");
};

/** A person's photo, or their initials. The person's name is always beside it, so screen readers skip it. */
export function Portrait({ name, photo }: Props) {
  const [failedPhoto, setFailedPhoto] = useState<string | null>(null);
  return (
    <span className={css.portrait} aria-hidden="true">
      {photo && photo !== failedPhoto ? (
        <img src={photo} alt="" width={48} height={48} onError={() => setFailedPhoto(photo)} />
      ) : (
        initialsOf(name)
      )}
    </span>
  );
}
