import { z } from 'zod';
import type { Resource } from '../../descriptor/descriptor.ts';
import { MAX_IDS } from '../records/bulk-body.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/parse-body.ts';
import { isRefusal, refuse, type Refusal } from '../http/refusal.ts';
import { exportRecords } from './export-records.ts';

export const chosenBody = z.strictObject({
  ids: z
    .array(z.string())
    .min(1)
    .max(MAX_IDS)
    .describe('The `_id` of each record, for selections that are too long for a URL.'),
});

/** Whoever names the format in the body is told where it goes. */
function withHint([first, ...rest]: Refusal['refused']): Refusal['refused'] {
  const say = (each: Problem): Problem =>
    each.code === 'V009'
      ? problem('Q001', each.path, {}, `send it in the URL: ?${each.path}=…`)
      : each;
  return [say(first), ...rest.map(say)];
}

/** An export of records that are named one by one; everything else is asked for as in any export. */
export async function exportChosen(
  call: UserCall,
  resource: Resource,
): Promise<Response | Refusal> {
  const read = await parseBody(call, chosenBody);
  if (isRefusal(read)) return { ...read, refused: withHint(read.refused) };
  const query = new URLSearchParams(call.query);
  if (query.has('where')) return refuse(problem('Q001', 'where'), { status: 400 });
  query.set('where', JSON.stringify({ _id_in: read.value.ids }));
  return exportRecords({ ...call, query }, resource);
}
