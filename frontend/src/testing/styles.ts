import { waitFor } from "@testing-library/react";

/** Has the build's name for a screen's style, which comes or fails by `styleEnds`. */
export function styleNamed(module: string): void {
  const meta = document.createElement("meta");
  meta.name = `style:${module}`;
  meta.content = `/${module}.css`;
  document.head.append(meta);
}

/** The style that is on its way comes, or does not. */
export async function styleEnds(module: string, how: "load" | "error"): Promise<void> {
  const link = await waitFor(() => {
    const found = document.querySelector(`link[href="/${module}.css"]`);
    if (!found) throw new Error(`nobody asked for the style of ${module}`);
    return found;
  });
  link.dispatchEvent(new Event(how));
}
