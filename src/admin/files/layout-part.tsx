import { Box, Button, Link, Typography } from '@mui/material';
import { useId, useState } from 'react';
import type { Inspection, JobRequest } from '../../contract/jobs.ts';
import { formats } from '../../files/formats/formats.ts';
import { fillTemplate } from '../../fields/problems/fill-template.ts';
import { useTexts } from '../messages/texts.ts';
import { encodingNames, LayoutForm } from './layout-form.tsx';
import { ProblemAlert, ProblemList } from './problem-alert.tsx';

type LayoutPartProps = {
  /** With the layout that the user sees, which the server may not have read yet. */
  inspection: Inspection;
  error: Error | null;
  onChange: (layout: JobRequest['layout']) => void;
};

/** How the file is read, in one line, and the settings behind a button; open where a person has to look at them. */
export function LayoutPart({ inspection, error, onChange }: LayoutPartProps) {
  const { layout: texts } = useTexts('files');
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isDoubtful = error !== null || needsLook(inspection);
  // What somebody looks at stays in place once it is right.
  if (isDoubtful && !isOpen) setOpen(true);
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2 }}>
        <Typography variant="body2">
          <LayoutLine {...inspection} />
        </Typography>
        {!isDoubtful && (
          <Button
            size="small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? texts.close : texts.open}
          </Button>
        )}
      </Box>
      {isOpen && (
        <Box id={id} sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}>
          <LayoutForm layout={inspection.layout} sheets={inspection.sheets} onChange={onChange} />
          <ProblemAlert error={error} />
          <FilePreview inspection={inspection} onChange={onChange} />
          {inspection.problems.length > 0 && <ProblemList problems={inspection.problems} />}
        </Box>
      )}
    </>
  );
}

/**
 * Whether a person has to decide how the file is read: its letters are a guess, it has several sheets, lists or no
 * column names, or rows above the names are left out.
 */
function needsLook({ layout, sheets, columns, problems }: Inspection): boolean {
  const { format, headerRow, isGuessed = false, path } = layout;
  const { isTable } = formats[format];
  return (
    problems.length > 0 ||
    columns.length === 0 ||
    sheets.length > 1 ||
    path !== undefined ||
    (isGuessed && format !== 'xlsx') ||
    (isTable && headerRow !== 1)
  );
}

/** What was detected or chosen, such as `Read as: CSV, UTF-8, separator: comma`. */
function LayoutLine({ layout, sheets }: Inspection) {
  const { layout: texts } = useTexts('files');
  const { path: paths } = useTexts('import-sheets');
  const { format, encoding, delimiter, headerRow, firstRow, sheet, path } = layout;
  const delimiters: Readonly<Record<string, string>> = texts.delimiters;
  const settings = [
    format.toUpperCase(),
    ...(format === 'xlsx' ? [] : [encodingNames[encoding]]),
    ...(format === 'csv' ? [`${texts.delimiter}: ${delimiters[delimiter] ?? delimiter}`] : []),
    ...(sheets.length > 1 ? [`${texts.sheet}: ${sheet ?? sheets[0]}`] : []),
    ...(path === undefined ? [] : [`${paths.label}: ${path}`]),
    ...(formats[format].isTable
      ? [
          headerRow === 0 ? texts.noNames : `${texts.headerRow}: ${headerRow}`,
          `${texts.firstRow}: ${firstRow}`,
        ]
      : []),
  ];
  return fillTemplate(texts.readAs, { settings: settings.join(' · ') });
}

/** The first rows as the file has them. Pressing the number of a row makes it the header row. */
function FilePreview({ inspection: { lines, layout }, onChange }: Omit<LayoutPartProps, 'error'>) {
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
