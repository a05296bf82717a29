import { SheetSuggestions } from '../../../contract/sheets.ts';
import { mayDo } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { namedFields } from '../../../files/import/field-names.ts';
import { mostNames } from '../../../files/import/suggest/suggest-header.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { firstLines } from '../../../services/import/first-columns.ts';
import { withJob } from './find-job.ts';

/** The sheets that are read for a suggestion; each means to unpack the workbook. */
const MOST_READ = 20;
/** A sheet that names a single field may name it by chance. */
const FEWEST_NAMES = 2;

/** Suggests for each sheet of a workbook the collection of whose fields its first rows name the most. */
export async function suggestSheets(call: UserCall): Promise<Reply> {
  return withJob(call, async ({ job }) => {
    const { layout, sheets = [] } = job.file;
    const data: SheetSuggestions['data'][number][] = [];
    for (const [at, sheet] of sheets.entries()) {
      const open = () => readJobFile(call.services, job.id);
      const lines = at < MOST_READ ? await firstLines(open, { ...layout, sheet }) : [];
      data.push({ sheet, resource: fittingResource(call, lines) });
    }
    return answer(call, 200, SheetSuggestions, { data });
  });
}

/** The collections that the caller may import into. */
export function importable({ descriptor, role }: UserCall): Resource[] {
  return [...descriptor.resources.values()].filter((one) => mayDo(descriptor, role, one, 'import'));
}

/**
 * Of several that fit equally, the one with the fewest fields that the caller may read: hidden ones would show that they
 * exist.
 */
function fittingResource(call: UserCall, lines: Parameters<typeof mostNames>[1]): string | null {
  const [best] = importable(call)
    .map((resource) => ({ resource, fields: namedFields(call, resource) }))
    .map(({ resource, fields }) => ({ resource, fields, names: mostNames(fields, lines) }))
    .filter(({ names }) => names >= FEWEST_NAMES)
    .toSorted((one, other) => other.names - one.names || one.fields.length - other.fields.length);
  return best?.resource.name ?? null;
}
