import type { InferredField, InferredFields } from '../../contract/structure/inferred-fields.ts';
import { mayDo, referenceKey } from '../../descriptor/access.ts';
import { type ColumnFacts, columnNames } from '../../descriptor/infer/column-facts.ts';
import {
  type InferredField as Inferred,
  inferResource,
} from '../../descriptor/infer/infer-resources.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { requireEntry, requireItem } from '../../fields/require-entry.ts';
import { MAX_COLUMNS } from '../../files/formats/file-layout.ts';
import { formats } from '../../files/formats/formats.ts';
import { readFileHeader } from '../../files/formats/read-file.ts';
import type { OpenFile } from '../../files/import/import-parts.ts';
import { readExamples, withHeader, type WrongRow } from '../../files/import/infer-rows.ts';
import { findByKey } from '../../files/import/plan/find-by-key.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import type { Acting } from '../acting.ts';
import type { ScannedFile } from '../files/scan-stored.ts';
import { cut } from './shown-cell.ts';

/** What decides the types; more rows hardly change them. */
const MOST = { rows: 20_000, values: 1_000_000 };

/** How many columns are looked up in other collections; each costs a query for each collection. */
const MOST_LOOKUPS = 200;

const SHOWN_SAMPLES = 5;
const SHOWN_WRONG = 5;

/** Proposes the fields of a new collection for the records of a file. References lead to collections that the caller may list. */
export async function inferFile(
  acting: Acting,
  { layout: detected, sheets = [] }: ScannedFile,
  open: OpenFile,
): Promise<InferredFields | { problem: Problem }> {
  const { isTable } = formats[detected.format];
  const layout = isTable ? await withHeader(open, detected) : detected;
  const header = await readFileHeader(open, layout);
  if (header && 'problems' in header) return { problem: requireItem(header.problems, 0) };
  const { rows, isWritten, commas, wrong, isWhole } = await readExamples(open, layout, MOST);
  if (rows.length + wrong.length === 0) return { problem: problem('V067', 'file') };
  if (columnNames(rows).length > MAX_COLUMNS)
    return { problem: problem('I041', 'file', { max: MAX_COLUMNS }) };
  const examples = { name: 'records', rows, isWritten };
  const { resource, facts } = await inferResource(examples, yieldToEventLoop);
  const columnOf = (name: string | undefined) =>
    name === undefined ? null : requireEntry(facts, name).name;
  const fields: InferredField[] = [];
  for (const [at, field] of resource.fields.entries()) {
    const column = requireEntry(facts, field.name);
    const to = at < MOST_LOOKUPS ? await findTarget(acting, field, column) : undefined;
    fields.push(toProposal(field, column, { to, commas }));
  }
  const known = new Set(fields.map(({ column }) => column));
  return {
    fields,
    ignored: Object.keys(rows[0] ?? {}).filter((column) => !known.has(column)),
    key: columnOf(resource.importKey?.field),
    title: columnOf(resource.title?.slice(1, -1)),
    rows: rows.length,
    isWhole,
    layout,
    sheets: [...sheets],
    wrong: wrong.slice(0, SHOWN_WRONG).map(toWrong),
  };
}

function toWrong({ row, line, problem: found }: WrongRow) {
  return { ...found, path: 'file', row, ...(line !== undefined && { line }) };
}

function toProposal(
  { header, declaration }: Inferred,
  facts: ColumnFacts,
  { to, commas }: { to: string | undefined; commas: readonly string[] },
): InferredField {
  const { required } = declaration;
  const reference = { type: 'reference', to, ...(required === true && { required }) };
  return {
    column: facts.name,
    label: header,
    declaration: to === undefined ? declaration : reference,
    filled: facts.values.length,
    distinct: facts.distinct.size,
    samples: [...facts.distinct].slice(0, SHOWN_SAMPLES).map((value) => String(cut(value))),
    ...(commas.includes(facts.name) && { decimal: ',' as const }),
  };
}

/** The most values that are looked up: if these are keys, the others hardly are something else. */
const LOOKED_UP = 500;
/** Of fewer values, all can be keys of another collection by accident. */
const FEWEST = 3;

/** The collection of which the values are keys, if there is just one. */
async function findTarget(
  { descriptor, role, services }: Acting,
  { declaration, canBeKey }: Inferred,
  { name, distinct }: ColumnFacts,
): Promise<string | undefined> {
  const mayRefer = declaration.unique !== true && (canBeKey || 'choices' in declaration);
  if (!mayRefer) return undefined;
  const values = [...distinct].slice(0, LOOKED_UP);
  const found: string[] = [];
  for (const to of descriptor.resources.values()) {
    if (!mayDo(descriptor, role, to, 'list')) continue;
    const key = referenceKey(descriptor, role, to);
    if (key.includes('_id') || !couldName(name, to.name, values)) continue;
    const reader = { descriptor, role, target: services.store };
    const ids = await findByKey(reader, to, key, values);
    if (ids.size === values.length) found.push(to.name);
  }
  return found.length === 1 ? found[0] : undefined;
}

/** Small numbers are keys of many collections, so then the name of the column must say it. */
function couldName(column: string, collection: string, values: readonly string[]): boolean {
  const stem = collection.toLowerCase().replace(/(ies|s)$/, '');
  if (values.length > 0 && column.toLowerCase().includes(stem)) return true;
  return values.length >= FEWEST && values.some((value) => !Number.isFinite(Number(value)));
}
