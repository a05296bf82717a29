import { z } from 'zod';
import { ColumnValues, valueKinds } from '../../../contract/column-values.ts';
import { Steps } from '../../../contract/steps.ts';
import { foldText } from '../../../fields/text/fold-text.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { formats } from '../../../files/formats/formats.ts';
import type { FileLayout } from '../../../files/formats/file-layout.ts';
import { readFileHeader } from '../../../files/formats/read-file.ts';
import { findFilePaths } from '../../../files/import/write/file-paths.ts';
import { findListField } from '../../../files/import/rows/list-columns.ts';
import { fieldNameOf } from '../../../files/import/rows/row-columns.ts';
import {
  createValueFinder,
  findUnmatched,
  separatorOf,
  type ReferenceColumn,
} from '../../../files/import/plan/unmatched-values.ts';
import { countLimits, countValues, type CountedValue } from '../../../files/steps/count-values.ts';
import { groupValues } from '../../../files/steps/similar-values.ts';
import { columnsAfter, type Step } from '../../../files/steps/step.ts';
import { readJobFile } from '../../../store/system/jobs/job-file.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { limitRead } from '../../http/answer/file-streams.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, type Refusal } from '../../../services/refusal.ts';
import type { FoundJob } from '../../../services/jobs/has-job.ts';
import { LayoutSettings } from '../../../contract/import-settings.ts';
import { checkSteps } from '../../../services/import/check-cells.ts';
import { checkLayout } from '../../../services/import/check-layout.ts';
import { checkMapping } from '../../../services/import/check-mapping.ts';
import { withJob } from './find-job.ts';
import { findNear } from './near-records.ts';

const name = z.string().min(1).max(1_000);

export const valuesBody = z.strictObject({
  layout: LayoutSettings.optional(),
  steps: Steps.optional().describe('The steps before those that the values are for.'),
  column: name.describe('A column of the file, or one that the steps make.'),
  kind: z
    .enum(valueKinds)
    .optional()
    .describe(
      '`all` (default): each different value. `unmatched`: those that name no record of the collection that the column is mapped to, with the nearest records. `fingerprint`: groups of values with the same words, whatever their case, accents, punctuation and order. `nearest`: groups of values with one or two typos.',
    ),
  separator: z
    .string()
    .min(1)
    .max(20)
    .optional()
    .describe('Counts each part of a list. `unmatched` finds the separator in the mapping.'),
  search: z.string().max(200).optional().describe('Only values with this text.'),
  order: z.enum(['count', 'value']).optional().describe('Default: `count`, most frequent first.'),
  mapping: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('For `unmatched`: the field of the column, as for the import.'),
  values: z
    .array(name)
    .min(1)
    .max(100)
    .optional()
    .describe('For `unmatched`: finds records for these values only, without reading the file.'),
});

/** The values and groups of one answer, and the members of a group. */
const MAX_VALUES = 1_000;
const MOST_MEMBERS = 100;
/** In ms, for finding records for values. The next call finds more. */
const SEARCH_TIME = 8_000;

type Asked = z.output<typeof valuesBody>;
type File = { layout: FileLayout; steps: readonly Step[]; isTable: boolean };

/** Lists the different values of a column, those that name no record, or groups of nearly equal ones. */
export async function readValues(call: UserCall): Promise<Reply> {
  return withJob(call, async (hit) => {
    const read = await parseBody(call, valuesBody);
    if (isRefusal(read)) return read;
    const request = read.value;
    const file = await parseFile(call, hit, request);
    if (isRefusal(file)) return file;
    const column = request.kind === 'unmatched' ? findColumn(call, hit, request, file) : undefined;
    if (column && isRefusal(column)) return column;
    return limitRead(call, () => answerValues(call, hit, request, { ...file, column }));
  });
}

async function answerValues(
  call: UserCall,
  { job }: FoundJob,
  request: Asked,
  { layout, steps, column }: File & { column: ReferenceColumn | undefined },
): Promise<Reply> {
  const { kind = 'all', search = '', order = 'count' } = request;
  const separator = column ? separatorOf(column) : request.separator;
  const { signal } = call.request;
  const counts = request.values
    ? valuesOnly(request.values)
    : await countValues(
        () => readJobFile(call.services, job.id),
        layout,
        { column: request.column, steps, separator },
        { ...countLimits, signal },
      );
  const text = foldText(search);
  const fitting = counts.values.filter(({ value }) => foldText(value).includes(text));
  const about = {
    rows: counts.rows,
    empty: counts.empty,
    distinct: counts.values.length,
    others: counts.others,
    separator: separator ?? null,
  };
  if (column) {
    const until = performance.now() + SEARCH_TIME;
    const isOver = () => signal.aborted || performance.now() > until;
    const finder = createValueFinder(call, call.services.store, column);
    const unmatched = await findUnmatched(finder, fitting, () => signal.aborted);
    const shown = inOrder(unmatched, order).slice(0, MAX_VALUES);
    const near = await findNear(call, { finder, isOver, ...column.to }, shown);
    const values = shown.map(({ value, count }) => {
      const records = near.get(value);
      return { value, count, near: records ? [...records] : null };
    });
    return answer(call, 200, ColumnValues, {
      ...about,
      found: unmatched.length,
      values,
      groups: [],
    });
  }
  if (kind === 'fingerprint' || kind === 'nearest') {
    const groups = await groupValues(fitting, kind);
    const shown = groups.slice(0, MAX_VALUES).map(({ count, values }) => ({
      count,
      values: values.slice(0, MOST_MEMBERS),
    }));
    return answer(call, 200, ColumnValues, {
      ...about,
      found: groups.length,
      values: [],
      groups: shown,
    });
  }
  const values = inOrder(fitting, order).slice(0, MAX_VALUES);
  return answer(call, 200, ColumnValues, { ...about, found: fitting.length, values, groups: [] });
}

function valuesOnly(values: readonly string[]) {
  const counted = [...new Set(values)].map((value) => ({ value, count: 0 }));
  return { rows: { count: 0, isWhole: true }, empty: 0, others: 0, values: counted };
}

function inOrder<Value extends CountedValue>(
  values: readonly Value[],
  order: 'count' | 'value',
): readonly Value[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  return order === 'count'
    ? values
    : values.toSorted((one, other) => compare(one.value, other.value));
}

async function parseFile(
  call: UserCall,
  { job }: FoundJob,
  request: Asked,
): Promise<File | Refusal> {
  const { steps = [] } = request;
  const parsed = checkLayout(request.layout ?? {}, job.file.layout);
  const problems = checkSteps(steps);
  if ('problems' in parsed) problems.push(...parsed.problems);
  if (problems.length > 0 || !('layout' in parsed)) return refuse(problems, { status: 400 });
  const { layout } = parsed;
  const open = () => readJobFile(call.services, job.id);
  const header = await readFileHeader(open, layout);
  if (header && 'problems' in header) return refuse(header.problems);
  const columns = header && columnsAfter(header.columns, steps);
  if (columns && !columns.includes(request.column))
    return refuse(problem('I090', 'column', { value: request.column }));
  return { layout, steps, isTable: formats[layout.format].isTable };
}

/** The column with the field that it is mapped to, which must name records of a collection. */
function findColumn(
  call: UserCall,
  { resource }: FoundJob,
  request: Asked,
  { isTable }: File,
): ReferenceColumn | Refusal {
  const { column } = request;
  const paths = findFilePaths(call, resource);
  const problems: Problem[] = [];
  const mapping = checkMapping(resource, paths, request.mapping, problems);
  if (problems.length > 0) return refuse(problems, { status: 400 });
  const named = fieldNameOf({ ...call, resource }, mapping, column) ?? column;
  const to = mapping.get(column) ?? { field: named };
  const listed = resource.fields.has(to.field) ? undefined : findListField(paths.lists, to.field);
  const field = listed ? listed.field : resource.fields.get(to.field);
  const target = field && field.kind.relation?.(field.settings).to;
  if (!target || !call.descriptor.resources.has(target))
    return refuse(problem('I034', `mapping.${column}`));
  const own = { ...to, field: field.name };
  const of = listed ? listed.list.child : resource;
  return { name: column, to: own, field, resource: of, isTable };
}
