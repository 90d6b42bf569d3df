import { waitFor } from "@testing-library/react";

/** Adds the tag by which the build names a screen's stylesheet. `finishStyle` then lets it load or fail. */
export function addStyleTag(module: string): void {
  const meta = document.createElement("meta");
  meta.name = `style:${module}`;
  meta.content = `/${module}.css`;
  document.head.append(meta);
}

/** Lets a stylesheet that is loading succeed or fail. */
export async function finishStyle(module: string, outcome: "load" | "error"): Promise<void> {
  const link = await waitFor(() => {
    const element = document.querySelector(`link[href="/${module}.css"]`);
    if (!element) throw new Error(`no request was sent for the style of ${module}`);
    return element;
  });
  link.dispatchEvent(new Event(outcome));
}
