import type { Job } from '../../contract/jobs.ts';
import { Alert } from '@mui/material';
import { fillTemplate } from '../../fields/fill-template.ts';
import { problemText } from '../messages/problem-text.ts';
import { useNumber } from '../kit/use-number.ts';
import { useTexts } from '../messages/texts.ts';
import { capitalise } from '../client/http.ts';

/** How an import ended, and how far it got. */
export function StateNote({ job }: { job: Job }) {
  const { state, failure, reason } = job;
  const { notes, run } = useTexts('transfer');
  const place = usePlace(job);
  if (state === 'failed' && reason)
    return (
      <Alert severity="error">
        {capitalise(problemText(reason))} {place}
      </Alert>
    );
  if (state === 'failed')
    return (
      <Alert severity="error">
        {fillTemplate(notes.failed, { id: failure ?? '' })} {place}
      </Alert>
    );
  if (state === 'cancelled' || state === 'interrupted')
    return (
      <Alert severity="warning">
        {notes[state]} {place}
      </Alert>
    );
  if (state === 'undone') return <Alert severity="info">{notes.undone}</Alert>;
  return <Alert severity="success">{run.done}</Alert>;
}

/** How far an import got that did not come to its end. */
function usePlace({ doneRow, file, request }: Job): string {
  const { notes } = useTexts('transfer');
  const number = useNumber();
  if (request?.undo === true) return '';
  const { rows: total } = file;
  const done = number(doneRow);
  if (total === undefined || total < doneRow) return fillTemplate(notes.placeOnly, { done });
  const left = number(total - doneRow);
  return fillTemplate(notes.place, { done, total: number(total), left, smart_count: total });
}
