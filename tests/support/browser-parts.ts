import { Blob as NodeBlob, File as NodeFile } from 'node:buffer';
import { SlowRequest } from './slow-request.ts';

/** What jsdom lacks of a browser. Imported before the app, which asks for it at once. */
let width = 1280;
const saved: { name: string; blob: Blob }[] = [];

/** How wide the window is that media queries are asked about. */
export function setScreenWidth(pixels: number): void {
  width = pixels;
}

/** The files the page has had the browser save, each with its text. */
export async function savedFiles(): Promise<{ name: string; text: string }[]> {
  const files = saved.splice(0);
  return Promise.all(files.map(async ({ name, blob }) => ({ name, text: await blob.text() })));
}

// The API runs in the same process, and to its libraries bytes are what Node makes of them.
const NodeBytes = Object.getPrototypeOf(Buffer.prototype).constructor as typeof Uint8Array;
globalThis.Uint8Array = NodeBytes;
globalThis.ArrayBuffer = new NodeBytes().buffer.constructor as typeof ArrayBuffer;
// jsdom's files lose their names and their length on the way through Node's fetch, so a form is Node's throughout.
const nodeForm = await new Response(new URLSearchParams()).formData();
const NodeForm = nodeForm.constructor as typeof FormData;
const BrowserForm = globalThis.FormData;
const parts = {
  FormData: new Proxy(NodeForm, { construct: (_, asked) => readForm(...asked) }),
  Request: Object.getPrototypeOf(Request) as typeof Request,
  Blob: NodeBlob,
  File: NodeFile,
  XMLHttpRequest: SlowRequest,
};
// The files of a worker share one document.
if (globalThis.Blob !== NodeBlob) Object.assign(globalThis, parts);

if (typeof window !== 'undefined') {
  // Nothing is laid out here: what is in the page counts as seen, unless a style hides it.
  Element.prototype.checkVisibility = function ({ visibilityProperty = false } = {}) {
    if (!this.isConnected) return false;
    return !visibilityProperty || getComputedStyle(this).visibility !== 'hidden';
  };
  // Nothing is scrolled here, so nobody comes near the end of a list.
  window.IntersectionObserver = class {
    observe(): void {}
    disconnect(): void {}
  } as unknown as typeof IntersectionObserver;
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
  catchDownloads();
  // A grid draws the cells in sight, and where nothing has a size there is nothing in sight.
  Object.defineProperties(Element.prototype, {
    clientWidth: { configurable: true, get: ifGrid(() => width) },
    clientHeight: { configurable: true, get: ifGrid(() => 900) },
  });
  // Nothing has a size here, so nothing ever changes it.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
}

/** Node's form, with the values of a form in the page: React reads it where a submit leads to another address. */
function readForm(...asked: ConstructorParameters<typeof FormData>): FormData {
  const read = new NodeForm();
  if (asked[0]) for (const [name, value] of new BrowserForm(...asked)) read.append(name, value);
  return read;
}

function catchDownloads(): void {
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob) => {
    const address = `blob:${blobs.size}`;
    blobs.set(address, blob as Blob);
    return address;
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function () {
    const blob = blobs.get(this.href);
    if (blob) saved.push({ name: this.download, blob });
    else this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  };
}

function isMet(query: string): boolean {
  // Nothing moves here, so nobody needs to wait for it.
  if (query.includes('prefers-reduced-motion')) return true;
  const limits = [...query.matchAll(/\((min|max)-width:\s*([\d.]+)px\)/g)];
  return (
    limits.length > 0 &&
    limits.every(([, end, pixels]) =>
      end === 'min' ? width >= Number(pixels) : width <= Number(pixels),
    )
  );
}

/** Nothing else has a size: menus would stay while they fade out. */
function ifGrid(size: () => number) {
  return function (this: Element): number {
    return this.getAttribute('role') === 'grid' ? size() : 0;
  };
}
