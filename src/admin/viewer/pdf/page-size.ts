import type { PageViewport, PDFPageProxy } from 'pdfjs-dist';
import type { PageSize } from './page-layout.ts';

/** CSS pixels in a point of PDF, which is 1/72 inch. */
const PIXELS = 96 / 72;

/** The page at a scale, at which 1 is its size on paper. */
export function viewportOf(page: PDFPageProxy, scale: number): PageViewport {
  return page.getViewport({ scale: scale * PIXELS });
}

export function sizeOfPage(page: PDFPageProxy): PageSize {
  const { width, height } = viewportOf(page, 1);
  return { width, height };
}
