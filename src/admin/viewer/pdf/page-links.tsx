import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useState, type CSSProperties } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { isLinkable } from '../../../fields/types/url/url.ts';
import { useTexts } from '../../messages/texts.ts';
import { viewportOf } from './page-layout.ts';

type PageLinksProps = {
  pdf: PDFDocumentProxy;
  page: PDFPageProxy;
  onGo: (page: number, part?: number) => void;
};

type Link = { style: CSSProperties } & ({ url: string } | { page: number; part: number });

/** The links on a page: to its other pages, and to the web. A document must not lead anywhere else. */
export function PageLinks({ pdf, page, onGo }: PageLinksProps) {
  const texts = useTexts('viewer');
  const [links, setLinks] = useState<readonly Link[]>([]);
  useEffect(() => {
    let isLeft = false;
    readLinks(pdf, page).then(
      (read) => !isLeft && setLinks(read),
      // A page with broken links is still readable.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [pdf, page]);
  return links.map((link, at) => {
    if ('url' in link)
      return (
        <a
          key={at}
          className="pdf-link"
          style={link.style}
          href={link.url}
          aria-label={link.url}
          title={link.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
        />
      );
    const label = fillTemplate(texts.toPage, { page: link.page + 1 });
    return (
      <a
        key={at}
        className="pdf-link"
        style={link.style}
        href={`#page=${link.page + 1}`}
        aria-label={label}
        title={label}
        onClick={(event) => {
          event.preventDefault();
          onGo(link.page, link.part);
        }}
      />
    );
  });
}

type Annotation = {
  subtype?: string;
  rect: [number, number, number, number];
  url?: string;
  dest?: string | unknown[];
};

async function readLinks(pdf: PDFDocumentProxy, page: PDFPageProxy): Promise<Link[]> {
  const annotations = (await page.getAnnotations()) as Annotation[];
  const links = annotations
    .filter(({ subtype }) => subtype === 'Link')
    .map(async ({ url, dest, rect }): Promise<Link[]> => {
      const style = toStyle(page, rect);
      if (url !== undefined) return isLinkable(url) ? [{ url, style }] : [];
      const place = dest && (await readPlace(pdf, dest));
      return place ? [{ ...place, style }] : [];
    });
  return (await Promise.all(links)).flat();
}

/** The page of a destination (ISO 32000, 12.3.2), and the part of it above the place. */
async function readPlace(
  pdf: PDFDocumentProxy,
  dest: string | unknown[],
): Promise<{ page: number; part: number } | undefined> {
  const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
  if (!explicit) return undefined;
  const [target, kind, left, top] = explicit as [unknown, { name?: string }?, number?, number?];
  const number =
    typeof target === 'number'
      ? target
      : await pdf.getPageIndex(target as { num: number; gen: number });
  if (kind?.name !== 'XYZ' || typeof top !== 'number') return { page: number, part: 0 };
  const viewport = viewportOf(await pdf.getPage(number + 1), 1);
  const [, y = 0] = viewport.convertToViewportPoint(left ?? 0, top);
  return { page: number, part: Math.min(1, Math.max(0, y / viewport.height)) };
}

function toStyle(page: PDFPageProxy, rect: Annotation['rect']): CSSProperties {
  const viewport = viewportOf(page, 1);
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]);
  const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  return {
    left: percent(Math.min(x1, x2), viewport.width),
    top: percent(Math.min(y1, y2), viewport.height),
    width: percent(Math.abs(x2 - x1), viewport.width),
    height: percent(Math.abs(y2 - y1), viewport.height),
  };
}
