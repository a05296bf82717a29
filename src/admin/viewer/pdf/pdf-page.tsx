import { Alert } from '@mui/material';
import {
  TextLayer,
  type PDFDocumentProxy,
  type PDFPageProxy,
  RenderingCancelledException,
  type PageViewport,
} from 'pdfjs-dist';
import { memo, useEffect, useRef, useState, type CSSProperties, useLayoutEffect } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { PageLinks } from './page-links.tsx';
import { type PageSize, sizeOfPage, viewportOf } from './page-layout.ts';
import type { PageMatch } from './use-search.ts';
import './pdf.css';

type PdfPageProps = {
  pdf: PDFDocumentProxy;
  /** Counted from 0. */
  number: number;
  scale: number;
  /** In CSS pixels, as it is shown. */
  size: PageSize;
  top: number;
  matches: readonly PageMatch[];
  /** The found text that the user has stepped to, if it is on this page. */
  active: PageMatch | undefined;
  onSize: (number: number, size: PageSize) => void;
  onGo: (page: number, part?: number) => void;
};

/** A page: its picture, its text to select, read aloud and search, and its links. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { pdf, number, scale, size, top, matches, active, onGo } = props;
  const texts = useTexts('viewer');
  const [page, setPage] = useState<PDFPageProxy>();
  const [hasFailed, setFailed] = useState(false);
  const [pieces, setPieces] = useState<readonly HTMLElement[]>();
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const onSize = useRef(props.onSize);

  useEffect(() => {
    let isLeft = false;
    pdf.getPage(number + 1).then(
      (loaded) => {
        if (isLeft) return undefined;
        onSize.current(number, sizeOfPage(loaded));
        return setPage(loaded);
      },
      () => !isLeft && setFailed(true),
    );
    return () => {
      isLeft = true;
    };
  }, [pdf, number]);
  useEffect(() => {
    if (!page) return;
    return drawPage(page, viewportOf(page, scale), picture.current!, () => setFailed(true));
  }, [page, scale]);
  useEffect(() => {
    if (!page) return;
    const container = text.current!;
    const layer = new TextLayer({
      textContentSource: page.streamTextContent({
        includeMarkedContent: true,
        disableNormalization: true,
      }),
      container,
      viewport: viewportOf(page, 1),
    });
    // Without its text, the page is still a picture.
    layer.render().then(
      () => setPieces(layer.textDivs),
      () => undefined,
    );
    return () => {
      layer.cancel();
      container.replaceChildren();
      // Frees what the page needed; its picture is gone already.
      page.cleanup();
    };
  }, [page]);

  const label = fillTemplate(texts.pageOf, { page: number + 1, count: pdf.numPages });
  return (
    <div
      role="group"
      aria-label={label}
      data-page={number + 1}
      className="pdf-page"
      style={{ top, ...size, '--total-scale-factor': (scale * 96) / 72 } as CSSProperties}
    >
      <div ref={picture} className="pdf-picture" aria-hidden />
      {pieces && <PageMarks {...{ number, matches, active, pieces }} />}
      <div ref={text} className="textLayer" />
      {page && <PageLinks {...{ pdf, page, onGo }} />}
      {hasFailed && <Alert severity="error">{texts.pageFailed}</Alert>}
    </div>
  );
});

/** Pixels of one canvas. Phones refuse larger ones, and ten of them would fill the memory. */
const MAX_CANVAS_PIXELS = 2 ** 24;

/**
 * Draws a page into an element. The previous picture of the page stays, stretched, until the new one is complete.
 * Returns a function that stops and frees the memory.
 */
function drawPage(
  page: PDFPageProxy,
  viewport: PageViewport,
  element: HTMLElement,
  onFailed: () => void,
): () => void {
  const { width, height } = viewport;
  const density = Math.min(
    window.devicePixelRatio,
    Math.sqrt(MAX_CANVAS_PIXELS / (width * height)),
  );
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(width * density));
  canvas.height = Math.max(1, Math.floor(height * density));
  const task = page.render({
    canvas,
    viewport,
    transform: [canvas.width / width, 0, 0, canvas.height / height, 0, 0],
  });
  task.promise.then(
    () => {
      element.querySelectorAll('canvas').forEach(free);
      return element.replaceChildren(canvas);
    },
    (error: unknown) => {
      free(canvas);
      if (!(error instanceof RenderingCancelledException)) onFailed();
    },
  );
  return () => {
    task.cancel();
    // The next picture replaces this one, or the whole page goes.
    setTimeout(() => {
      if (!element.isConnected) element.querySelectorAll('canvas').forEach(free);
    });
  };
}

/** Browsers keep the pixels of a canvas that is gone until they collect garbage, some for minutes. */
function free(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

type PageMarksProps = {
  /** Of the page, from 0. */
  number: number;
  matches: readonly PageMatch[];
  active: PageMatch | undefined;
  /** The elements with the text, in its order. */
  pieces: readonly HTMLElement[];
};

type Mark = { match: PageMatch; left: number; top: number; width: number; height: number };

/** Marks what a search has found on a page. They lie below the text, which stays as it is. */
function PageMarks({ number, matches, active, pieces }: PageMarksProps) {
  const layer = useRef<HTMLDivElement>(null);
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useLayoutEffect(() => {
    const page = layer.current!.getBoundingClientRect();
    const own = matches.filter(({ page: at }) => at === number);
    setMarks(own.flatMap((match) => marksOf(match, pieces, page)));
  }, [number, matches, pieces]);
  useLayoutEffect(() => {
    const at = marks.findIndex(({ match }) => match === active);
    layer.current!.children[at]?.scrollIntoView({ block: 'start', inline: 'nearest' });
  }, [active, marks]);
  return (
    <div ref={layer} className="pdf-marks" aria-hidden>
      {marks.map(({ match, ...place }, at) => (
        <div
          key={at}
          data-active={match === active || undefined}
          style={Object.fromEntries(
            Object.entries(place).map(([side, part]) => [side, `${part}%`]),
          )}
        />
      ))}
    </div>
  );
}

/** In percent of the page, so that they fit at any size. */
function marksOf(match: PageMatch, pieces: readonly HTMLElement[], page: DOMRect): Mark[] {
  const [start, end] = [pieces[match.from.item]?.firstChild, pieces[match.to.item]?.firstChild];
  if (!start || !end || page.width === 0) return [];
  const range = document.createRange();
  range.setStart(start, Math.min(match.from.at, lengthOf(start)));
  range.setEnd(end, Math.min(match.to.at, lengthOf(end)));
  return [...range.getClientRects()].map(({ left, top, width, height }) => ({
    match,
    left: ((left - page.left) / page.width) * 100,
    top: ((top - page.top) / page.height) * 100,
    width: (width / page.width) * 100,
    height: (height / page.height) * 100,
  }));
}

function lengthOf(node: Node): number {
  return node.textContent?.length ?? 0;
}
