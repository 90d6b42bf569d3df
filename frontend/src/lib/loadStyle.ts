const loading = new Map<string, Promise<void>>();

/** The style of a screen, by its module's name: the build names the file in index.html (scripts/screen-styles.mjs). */
export function loadStyle(name: string): Promise<void> {
  // Where the build draws there is no document, and nothing to wait for.
  if (typeof document === "undefined") return Promise.resolve();
  const href = document.querySelector<HTMLMetaElement>(`meta[name="style:${name}"]`)?.content;
  if (!href) return Promise.resolve();
  const known = loading.get(href);
  if (known) return known;
  const done = new Promise<void>((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.onload = () => resolve();
    link.onerror = () => {
      // Asked for again, it gets another try.
      loading.delete(href);
      link.remove();
      reject(new Error(`the style of ${name} did not load`));
    };
    document.head.append(link);
  });
  loading.set(href, done);
  return done;
}

/** A late module once its style is there, too. */
export async function withStyle<T>(name: string, module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, loadStyle(name)]);
  return loaded;
}
