import { Alert } from '@mui/material';
import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
import { memo, useEffect, useRef, useState, type CSSProperties } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useTexts } from '../../messages/texts.ts';
import { drawPage } from './draw-page.ts';
import { PageLinks } from './page-links.tsx';
import { PageMarks } from './page-marks.tsx';
import type { PageSize } from './page-layout.ts';
import { sizeOfPage, viewportOf } from './page-size.ts';
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
