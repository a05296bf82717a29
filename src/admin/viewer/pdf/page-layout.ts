import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';

/** In CSS pixels at 100 %. */
export type PageSize = { width: number; height: number };

/** Where each page stands below the others, in CSS pixels. */
export type PageLayout = {
  tops: readonly number[];
  sizes: readonly PageSize[];
  width: number;
  height: number;
};

/** A place in the document: a page, counted from 0, and the part of its height above. */
export type Anchor = { page: number; part: number };

/** How large pages are shown: like the window or its width, or a scale. `auto` is the width, but no larger than usual. */
export type Zoom = 'auto' | 'width' | 'page' | number;

/** The room around and between pages. */
export const PAGE_GAP = 12;

const MIN_SCALE = 0.1;
const MAX_SCALE = 8;
/** A page as wide as a large screen would show a few lines at a time. */
const MAX_AUTO_SCALE = 1.25;

export function scaleOf(zoom: Zoom, page: PageSize, room: PageSize): number {
  const width = (room.width - 2 * PAGE_GAP) / page.width;
  const height = (room.height - 2 * PAGE_GAP) / page.height;
  const scales = { auto: Math.min(width, MAX_AUTO_SCALE), width, page: Math.min(width, height) };
  const scale = typeof zoom === 'number' ? zoom : scales[zoom];
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale));
}

export function layoutPages(pages: readonly PageSize[], scale: number): PageLayout {
  const sizes = pages.map(({ width, height }) => ({
    width: Math.floor(width * scale),
    height: Math.floor(height * scale),
  }));
  const tops: number[] = [];
  let [top, widest] = [PAGE_GAP, 0];
  for (const { width, height } of sizes) {
    tops.push(top);
    top += height + PAGE_GAP;
    widest = Math.max(widest, width);
  }
  return { tops, sizes, width: widest + 2 * PAGE_GAP, height: top };
}

/** The page at a height, counted from 0; between two pages the one above. */
export function pageAt({ tops }: PageLayout, y: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tops[middle]! <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The first and the last page that are drawn: those in view, and as much above and below. */
export function pagesNear(layout: PageLayout, top: number, height: number): [number, number] {
  return [pageAt(layout, top - height), pageAt(layout, top + 2 * height)];
}

/** The page that somebody reads who sees this part of the document. */
export function pageRead(layout: PageLayout, top: number, height: number): number {
  if (top > 0 && top + height >= layout.height - 1) return layout.tops.length - 1;
  return pageAt(layout, top + height / 3);
}

export function anchorAt(layout: PageLayout, top: number): Anchor {
  const page = pageAt(layout, top + PAGE_GAP);
  return { page, part: (top + PAGE_GAP - layout.tops[page]!) / layout.sizes[page]!.height };
}

export function topOf(layout: PageLayout, { page, part }: Anchor): number {
  return layout.tops[page]! + part * layout.sizes[page]!.height - PAGE_GAP;
}

/** CSS pixels in a point of PDF, which is 1/72 inch. */
const PIXELS_PER_POINT = 96 / 72;

/** The page at a scale, at which 1 is its size on paper. */
export function viewportOf(page: PDFPageProxy, scale: number): PageViewport {
  return page.getViewport({ scale: scale * PIXELS_PER_POINT });
}

export function sizeOfPage(page: PDFPageProxy): PageSize {
  const { width, height } = viewportOf(page, 1);
  return { width, height };
}
