/** As long as a part of the app may take to come (specification, §9). */
const LIMIT = 120_000;

/** Told to the page when a part did not come: it may have been taken away by a newer build. */
export const CHUNK_FAILED = 'chunk-failed';

/** A part of the app that did not come. Asking the browser again brings nothing; loading the page anew may. */
export class ChunkError extends Error {
  override name = 'ChunkError';
}

/** Styles that are on their way, or were. */
const styles = new Map<string, Promise<unknown>>();

/**
 * Every `import()` of the build goes through here in place of Vite's own helper (`vite.config.ts`):
 * asks for what the part needs beside it, waits for its styles, and gives up in the end.
 */
export async function loadChunk<Part>(
  load: () => Promise<Part>,
  needs: readonly string[] = [],
): Promise<Part> {
  let timer: number | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(
      () => reject(new ChunkError('Loading a part of the app took too long')),
      LIMIT,
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

/** Scripts are only announced: the part asks for them itself. Styles have to be there before it is drawn. */
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
        // Whoever asks again shall have another try.
        link.remove();
        reject(new Error(href));
      });
    });
    styles.set(href, isThere);
  }
  document.head.append(link);
  return styles.get(href);
}
