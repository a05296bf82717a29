import { Box } from '@mui/material';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { titleOfFile } from '../../../fields/files/file-value.ts';
import { useTexts } from '../../messages/texts.ts';
import type { FileViewProps } from '../view-message.tsx';
import { useBox } from '../use-box.ts';
import { keyOf, useViewerKeys, zoomActionOf, type ZoomAction } from '../viewer-keys.ts';
import { layoutPages, scaleOf, type PageSize, type Zoom } from './page-layout.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfTools } from './pdf-tools.tsx';
import { useReading } from './use-reading.ts';
import { useSearch, type PageMatch } from './use-search.ts';

type PdfPagesProps = FileViewProps & { pdf: PDFDocumentProxy; first: PageSize };

const ZOOM_STEP = 1.2;
const none: readonly PageMatch[] = [];

/** The pages below each other, with tools to go, to zoom and to search. */
export function PdfPages({ pdf, first, file, spot, onSpot }: PdfPagesProps) {
  const texts = useTexts('viewer');
  const scroller = useRef<HTMLDivElement>(null);
  const room = useBox(scroller);
  // All pages are taken to be like the first one until they have been near.
  const [pages, setPages] = useState<readonly PageSize[]>(() =>
    Array.from({ length: pdf.numPages }, () => first),
  );
  const [zoom, setZoom] = useState<Zoom>('auto');
  const [start] = useState(() => Math.min(spot?.page ?? 1, pdf.numPages) - 1);
  const [query, setQuery] = useState(spot?.text);
  const search = useSearch(pdf, query ?? '');
  const [chosen, setChosen] = useState<number>();
  const [from, setFrom] = useState(start);

  const scale = scaleOf(zoom, first, room);
  const layout = useMemo(() => layoutPages(pages, scale), [pages, scale]);
  const reading = useReading(scroller, layout, room, start);
  const { page, near, go } = reading;

  const index = chosen ?? search.matches.findIndex((match) => match.page >= from);
  const active = search.matches[index < 0 && search.state !== 'searching' ? 0 : index];
  const isNear = active !== undefined && active.page >= near[0] && active.page <= near[1];
  const showMatch = useEffectEvent((match: PageMatch | undefined) => {
    // A page that is near scrolls to the place itself.
    if (match && !isNear) go(match.page);
  });
  useEffect(() => showMatch(active), [active]);
  const report = useEffectEvent(onSpot);
  useEffect(
    () => report({ ...(page > 0 && { page: page + 1 }), ...(query && { text: query }) }),
    [page, query],
  );
  useEffect(() => scroller.current?.focus({ preventScroll: true }), []);

  const act = (action: ZoomAction): void => {
    if (action === 'in') setZoom(scale * ZOOM_STEP);
    else if (action === 'out') setZoom(scale / ZOOM_STEP);
    else setZoom(action === 'fit' ? 'page' : 1);
  };
  const openSearch = (): void => setQuery(query ?? '');
  useViewerKeys((event) => {
    const key = keyOf(event);
    const action = zoomActionOf(event);
    if (key === 'Ctrl+f') openSearch();
    else if (action) act(action);
    // The pages are wider than the window, so the arrows move them.
    else if (/^Arrow(Left|Right)$/.test(key) && layout.width > room.width)
      scroller.current?.scrollBy({ left: key === 'ArrowLeft' ? -60 : 60 });
    else return false;
    return true;
  });
  const step = (by: number): void => {
    const { length } = search.matches;
    const at = active ? search.matches.indexOf(active) : -1;
    if (length > 0) setChosen((at + by + length) % length);
  };
  const resize = (number: number, size: PageSize): void =>
    setPages((sizes) => (isSame(sizes[number], size) ? sizes : sizes.with(number, size)));

  return (
    <>
      <PdfTools
        page={page}
        pages={pdf.numPages}
        onPage={go}
        percent={scale * 100}
        onZoom={act}
        onFitWidth={() => setZoom('width')}
        query={query}
        onQuery={(text) => {
          setQuery(text);
          setChosen(undefined);
          setFrom(page);
          if (text === undefined) scroller.current?.focus();
        }}
        search={search}
        active={active && search.matches.indexOf(active)}
        onStep={step}
      />
      <Box
        ref={scroller}
        role="region"
        aria-label={fillTemplate(texts.document, { title: titleOfFile(file) })}
        tabIndex={0}
        onScroll={reading.onScroll}
        sx={scrollerSx}
      >
        <Box
          sx={{ position: 'relative', mx: 'auto' }}
          style={{ width: layout.width, height: layout.height }}
        >
          {pages.slice(near[0], near[1] + 1).map((_, at) => {
            const number = near[0] + at;
            return (
              <PdfPage
                key={number}
                {...{ pdf, number, scale }}
                size={layout.sizes[number]!}
                top={layout.tops[number]!}
                matches={query ? search.matches : none}
                active={active?.page === number ? active : undefined}
                onSize={resize}
                onGo={go}
              />
            );
          })}
        </Box>
      </Box>
    </>
  );
}

function isSame(one: PageSize | undefined, other: PageSize): boolean {
  return one?.width === other.width && one.height === other.height;
}

const scrollerSx = {
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  // A match is shown where `pageRead` looks, so the number is that of its page, also where several are in view.
  scrollPaddingTop: '32%',
  bgcolor: 'action.hover',
  // The pages move when their sizes are known, and the place that is read is set then.
  overflowAnchor: 'none',
  '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
};
