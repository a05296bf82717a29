import type { JobRequest, Inspection } from '../../contract/jobs.ts';
import { Box, Link } from '@mui/material';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { useTexts } from '../messages/texts.ts';

type FilePreviewProps = {
  inspection: Inspection;
  onChange: (layout: JobRequest['layout']) => void;
};

/** The first rows as the file has them. Pressing the number of a row makes it the header row. */
export function FilePreview({ inspection: { lines, layout }, onChange }: FilePreviewProps) {
  const { layout: texts } = useTexts('files');
  if (lines.length === 0) return null;
  const width = Math.max(...lines.map(({ cells }) => cells.length));
  return (
    // `tabIndex` lets the keyboard scroll it too.
    <Box role="region" aria-label={texts.lines} tabIndex={0} sx={frameSx}>
      <table aria-label={texts.lines}>
        <tbody>
          {lines.map(({ line, cells }) => (
            <tr key={line} data-is={partOf(line, layout)}>
              <th scope="row">
                <Link
                  component="button"
                  type="button"
                  aria-label={fillTemplate(texts.setHeader, { row: line })}
                  aria-pressed={line === layout.headerRow}
                  onClick={() => onChange({ ...layout, headerRow: line, firstRow: line + 1 })}
                >
                  {line}
                </Link>
              </th>
              {Array.from({ length: width }, (_, at) => (
                <td key={at}>{String(cells[at] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function partOf(line: number, { headerRow, firstRow }: Inspection['layout']): string {
  if (line === headerRow) return 'names';
  return line < firstRow ? 'left-out' : 'record';
}

const frameSx = {
  maxHeight: 260,
  overflow: 'auto',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontSize: '0.8125rem',
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': {
    maxWidth: 240,
    px: 1,
    py: '3px',
    borderBottom: 1,
    borderRight: 1,
    borderColor: 'divider',
    textAlign: 'left',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& th': {
    position: 'sticky',
    left: 0,
    minWidth: 40,
    backgroundColor: 'background.paper',
    textAlign: 'right',
    fontWeight: 400,
  },
  '& tr[data-is="names"] td': { fontWeight: 700, backgroundColor: 'action.selected' },
  '& tr[data-is="left-out"] td': { color: 'text.secondary', textDecoration: 'line-through' },
};
