const loading = new Map<string, Promise<void>>();

/**
 * Loads a screen's stylesheet by module name. Resolves once it has loaded, or immediately if the
 * screen has none. The build writes its URL into index.html (scripts/screen-styles.mjs).
 */
export function loadStyle(name: string): Promise<void> {
  // During prerendering there is no document, so there is nothing to load.
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
      // Forgets the failed style, so that the next call tries again.
      loading.delete(href);
      link.remove();
      reject(new Error(`the style of ${name} did not load`));
    };
    document.head.append(link);
  });
  loading.set(href, done);
  return done;
}

/** Resolves to a lazily loaded module once its stylesheet has loaded too. */
export async function withStyle<T>(name: string, module: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([module, loadStyle(name)]);
  return loaded;
}
