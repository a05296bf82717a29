/** What jsdom lacks of a browser. Imported before the app, which asks for it at once. */
let width = 1280;

/** How wide the window is that media queries are asked about. */
export function setScreenWidth(pixels: number): void {
  width = pixels;
}

// The API runs in the same process, and to its libraries bytes are what Node makes of them.
const NodeBytes = Object.getPrototypeOf(Buffer.prototype).constructor as typeof Uint8Array;
globalThis.Uint8Array = NodeBytes;
globalThis.ArrayBuffer = new NodeBytes().buffer.constructor as typeof ArrayBuffer;

if (typeof window !== 'undefined') {
  window.matchMedia = (query) => ({
    matches: isMet(query),
    media: query,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  });
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
}

function isMet(query: string): boolean {
  const limits = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)];
  return (
    limits.length > 0 &&
    limits.every(([, end, pixels]) =>
      end === 'min' ? width >= Number(pixels) : width <= Number(pixels),
    )
  );
}
