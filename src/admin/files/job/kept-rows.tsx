import { Alert } from '@mui/material';
import type { Inspection, Job, JobRequest } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { formats } from '../../../files/formats/formats.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';

/** Whether the next dry run keeps the mended cells, and when it no longer leaves out the chosen rows. */
export function KeptRowsNote({ job, inspection }: { job: Job; inspection: Inspection }) {
  const texts = useTexts('import-rows');
  const number = useNumberFormat();
  const { cells = {}, leaveOut = [] } = job.request ?? {};
  const isMended = Object.keys(cells).length > 0;
  if (!isMended && leaveOut.length === 0) return null;
  const kept = keptRows(job, inspection);
  if (!kept) return <Alert severity="warning">{texts.dropped}</Alert>;
  if (!isMended) return null;
  const count = number(Object.keys(kept.cells ?? {}).length);
  return <Alert severity="info">{fillTemplate(texts.kept, { count })}</Alert>;
}

type RowsChosen = Pick<JobRequest, 'cells' | 'leaveOut' | 'take'>;

/**
 * What the user chose and mended row by row before the settings were changed. Undefined if the file is read another way
 * now, since the numbers stand for other rows then.
 */
export function keptRows({ file, request }: Job, inspection: Inspection): RowsChosen | undefined {
  const { cells, leaveOut, take, layout } = request ?? {};
  const before: Readonly<Record<string, unknown>> = { ...file.layout, ...layout };
  const isAlike = Object.entries(inspection.layout).every(
    ([part, value]) => before[part] === value,
  );
  if (!isAlike) return undefined;
  return {
    ...(leaveOut && { leaveOut }),
    ...(take && { take }),
    ...(cells && { cells: cellsIn(cells, inspection) }),
  };
}

/** Steps may have removed a column of a table. */
function cellsIn(cells: NonNullable<JobRequest['cells']>, { columns, layout }: Inspection) {
  if (!formats[layout.format].isTable) return cells;
  const columnNames = new Set(columns.map(({ name }) => name));
  const rows = Object.entries(cells).map(([row, own]) => {
    const kept = Object.entries(own).filter(([column]) => columnNames.has(column));
    return [row, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(rows.filter(([, own]) => Object.keys(own).length > 0));
}
