/** The longest time for loading a part of the app (specification, §9). */
const LOAD_TIMEOUT_MS = 120_000;

/** Sent when a part fails to load: a newer build may have removed it. */
export const CHUNK_FAILED = 'chunk-failed';

/** A part of the app that failed to load. Requesting it again does not help, but reloading the page may. */
export class ChunkError extends Error {
  override name = 'ChunkError';
}

/** Styles that are loading or loaded. */
const styles = new Map<string, Promise<unknown>>();

/**
 * Vite's build sends every `import()` through this function instead of its own helper (`vite.config.ts`).
 * It loads what the part depends on, waits for its styles, and gives up after a while.
 */
export async function loadChunk<Part>(
  load: () => Promise<Part>,
  needs: readonly string[] = [],
): Promise<Part> {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(
      () => reject(new ChunkError('Loading a part of the app took too long')),
      LOAD_TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([Promise.all(needs.map(need)).then(load), late]);
  } catch (cause) {
    window.dispatchEvent(new Event(CHUNK_FAILED));
    throw new ChunkError(String(cause), { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Scripts are only preloaded, because the part imports them itself. Styles must be loaded before it is rendered. */
function need(path: string): unknown {
  const href = `/${path}`;
  if (document.querySelector(`link[href="${href}"]`)) return styles.get(href);
  const link = document.createElement('link');
  link.crossOrigin = '';
  link.href = href;
  link.rel = 'modulepreload';
  if (path.endsWith('.css')) {
    link.rel = 'stylesheet';
    const isThere = new Promise((resolve, reject) => {
      link.addEventListener('load', resolve);
      link.addEventListener('error', () => {
        // Lets the next request try again.
        link.remove();
        reject(new Error(href));
      });
    });
    styles.set(href, isThere);
  }
  document.head.append(link);
  return styles.get(href);
}
