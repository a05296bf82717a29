import { Alert } from '@mui/material';
import type { Inspection, Job } from '../../../contract/jobs.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';
import { useNumberFormat } from '../../kit/formats/use-number-format.ts';
import { useTexts } from '../../messages/texts.ts';
import { keptRows } from './kept-rows.ts';

/** Says whether the next dry run keeps the mended cells, and when it no longer leaves out the chosen rows. */
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
