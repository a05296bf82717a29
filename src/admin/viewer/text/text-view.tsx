import { Alert, Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MarkdownView } from '../../../fields/types/markdown/markdown-view.ui.tsx';
import { useConfig } from '../../client/config.tsx';
import { useTexts } from '../../messages/texts.ts';
import { readRange, toFilePath } from '../file-bytes.ts';
import { Loading, LoadError, type FileViewProps } from '../view-message.tsx';
import { decodeText } from './decode-text.ts';
import { MOST_ROWS, readTable } from './read-table.ts';
import { TextTable } from './text-table.tsx';

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
      return { content: <TextTable rows={rows} />, isCut: isCut || rows.length > MOST_ROWS };
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
