import { Alert, Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { MarkdownView } from '../../../fields/types/markdown/markdown-view.ui.tsx';
import { useConfig } from '../../client/config.tsx';
import { useTexts } from '../../messages/texts.ts';
import { readRange, toFilePath } from '../file-bytes.ts';
import { Loading, LoadError, type FileViewProps } from '../view-message.tsx';
import { decodeText } from './decode-text.ts';
import { MAX_PREVIEW_ROWS, readTable } from './read-table.ts';
import { useNearEnd } from '../../kit/use-near-end.ts';

/** Bytes. More would take long to load and to lay out, and nobody reads it here. */
const MAX_TEXT_BYTES = 1_000_000;

type Preview = { content: ReactNode; isCut: boolean };

/** The beginning of a text: as a table, as a document, as data, or as it is. */
export function TextView({ file, place }: FileViewProps) {
  const texts = useTexts('viewer');
  const { descriptor } = useConfig();
  const path = toFilePath(descriptor, file, place);
  const isCut = file.size > MAX_TEXT_BYTES;
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['file text', path],
    queryFn: async ({ signal }) =>
      file.size === 0
        ? ''
        : decodeText(await readRange(path, 0, Math.min(file.size, MAX_TEXT_BYTES), signal), isCut),
    // The bytes of a file never change.
    staleTime: Infinity,
    retry: false,
  });
  if (error) return <LoadError {...{ file, place, error }} onRetry={() => void refetch()} />;
  if (isPending) return <Loading />;
  const preview = toPreview(file.type, data, isCut);
  return (
    <>
      {preview.isCut && <Alert severity="info">{texts.cut}</Alert>}
      <Box
        role="region"
        aria-label={texts.text}
        tabIndex={0}
        ref={(element: HTMLElement | null) => element?.focus({ preventScroll: true })}
        sx={stageSx}
      >
        {preview.content}
      </Box>
    </>
  );
}

function toPreview(type: string, text: string, isCut: boolean): Preview {
  if (/csv|tab-separated/.test(type)) {
    const rows = readTable(text);
    if (rows.length > 0)
      return { content: <TextTable rows={rows} />, isCut: isCut || rows.length > MAX_PREVIEW_ROWS };
  }
  if (type === 'text/markdown')
    return {
      content: (
        <Box sx={{ maxWidth: 800, mx: 'auto' }}>
          <MarkdownView text={text} />
        </Box>
      ),
      isCut,
    };
  return { content: <Plain text={type.endsWith('json') ? toReadable(text) : text} />, isCut };
}

/** JSON with its structure; as it is if it is cut or broken. */
function toReadable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Plain({ text }: { text: string }) {
  return (
    <Box component="pre" dir="auto" sx={plainSx}>
      {text}
    </Box>
  );
}

const stageSx = {
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  p: 2,
  '&:focus-visible': { outline: 2, outlineColor: 'primary.main', outlineOffset: -2 },
};

const plainSx = {
  m: 0,
  fontFamily: 'monospace',
  fontSize: '0.875rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
};

/** Rows that are drawn at once, and each time the user comes near their end. */
const ROWS_PER_PAGE = 100;

/** The rows of a file; the first one is the head. */
function TextTable({ rows: [head = [], ...rows] }: { rows: readonly string[][] }) {
  const [shown, setShown] = useState(ROWS_PER_PAGE);
  const end = useNearEnd(() => setShown((count) => count + ROWS_PER_PAGE));
  const width = Math.max(head.length, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, column) => column);
  return (
    <>
      <Box component="table" sx={tableSx}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" dir="auto">
                {head[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((cells, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column} dir="auto">
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
      {shown < rows.length && <div key={shown} ref={end} style={{ height: 1 }} />}
    </>
  );
}

const tableSx = {
  // As wide as its words need; what is around it scrolls.
  width: 'max-content',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': {
    px: 1,
    py: 0.5,
    border: 1,
    borderColor: 'divider',
    textAlign: 'start',
    verticalAlign: 'top',
    minWidth: 40,
    maxWidth: 420,
    overflowWrap: 'break-word',
  },
  '& th': { position: 'sticky', top: -16, bgcolor: 'background.paper', fontWeight: 600 },
};
