import { headOf } from '../../fields/text/head-of-path.ts';
import { z } from 'zod';
import { valueCheck, type ValueMistake } from '../../fields/problems/value-check.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import { LookupMatches } from '../../contract/lists.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import type { Operation } from '../http/operation/operation.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { AllInUse, LONGEST_WAIT } from '../../store/connection/shares.ts';
import { createSemaphore } from '../../files/create-semaphore.ts';
import { yieldToEventLoop } from '../../files/yield-to-event-loop.ts';
import { valuesAtPath } from '../../descriptor/filter/evaluate-filter.ts';
import { checkOperator, parsePath } from '../../descriptor/filter/query-term.ts';
import { findByKey } from '../../files/import/plan/find-by-key.ts';
import { titleFields } from '../../descriptor/title.ts';
import { mayRead, referenceKey } from '../../descriptor/access.ts';
import type { Field } from '../../fields/type/field.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import type { StoredRecord } from '../../store/store.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { parseBody } from '../http/json-body.ts';
import { doerOf } from '../../services/acting.ts';
import { isRefusal, refuseQuery } from '../../services/refusal.ts';

/** The most values per call; clients with more call again. */
const MOST_VALUES = 1_000;
/** For all values together: each is searched in seven spellings. */
const MOST_CHARACTERS = 100_000;

/** A paste into a cell or a list of names by hand; these do not wait for large lookups. */
const FEW_VALUES = 100;
/**
 * Each value in seven spellings for each field is a megabyte or more, which would be held while the lookup waits for one
 * of the two connections for questions over whole collections. So no more large lookups begin than can be asked.
 */
const enterLarge = createSemaphore(2);

const lookupBody = z.strictObject({
  values: z
    .array(z.string().max(500))
    .min(1)
    .max(MOST_VALUES)
    .check(valueCheck(findTooLong))
    .describe('The values to look up: numbers, names or identifiers as people write them.'),
  fields: z
    .array(z.string())
    .min(1)
    .max(20)
    .describe('The fields to search; each holds one value or a list of texts.'),
});

function findTooLong(values: readonly string[]): ValueMistake | undefined {
  const length = values.reduce((sum, value) => sum + value.length, 0);
  return length > MOST_CHARACTERS ? { code: 'V003', params: { max: MOST_CHARACTERS } } : undefined;
}

/** The OpenAPI operation that looks up many values. */
export function lookupOperation(resource: Resource): Operation {
  const { name, label, importKey } = resource;
  return {
    operationId: `${name}.lookup`,
    summary: `Look up records of ${textIn(label, 'en')} by many values`,
    description:
      'Takes up to 1,000 values. Text matches as written, in lower case, in upper case, or with capitals at the start of the text or of each word. Numbers and identifiers match in the normalised form that the field stores.',
    requestBody: jsonBody(lookupBody, { values: ['01'], fields: [importKey.join()] }),
    responses: {
      200: json('The matching records for each value, in the order of the request', LookupMatches),
    },
  };
}

/** The most records in one response; a thousand values rarely match more. */
const MOST_RECORDS = 5_000;

/** Finds the records that people mean by some values: all in one statement, using the indexes of the fields. */
export async function lookUp(call: UserCall, resource: Resource): Promise<Reply> {
  const read = await parseBody(call, lookupBody);
  if (isRefusal(read)) return read;
  const { values, fields: names } = read.value;
  const fields = findFields(call, resource, names);
  if ('problems' in fields) return refuseQuery(fields.problems);

  const leave = values.length > FEW_VALUES ? await takeTurn(doerOf(call)._id) : undefined;
  try {
    return await findMatches(call, resource, { values, places: fields.places });
  } finally {
    leave?.();
  }
}

/** Waits as long as a statement waits for a connection. */
async function takeTurn(owner: string): Promise<() => void> {
  try {
    return await enterLarge({ owner, signal: AbortSignal.timeout(LONGEST_WAIT) });
  } catch {
    throw new AllInUse('report');
  }
}

type Search = { values: readonly string[]; places: readonly Found[] };

async function findMatches(
  call: UserCall,
  resource: Resource,
  { values, places }: Search,
): Promise<Reply> {
  const looked: Looked[] = [];
  for (const place of places)
    looked.push(
      'key' in place ? await lookByKey(call, resource, values) : await toLooked(place, values),
    );
  const filter: Filter = {
    or: looked.map(({ path, meant }) => ({
      path,
      operator: 'in',
      operands: [...meant.keys()],
    })),
  };
  const { descriptor, role, services } = call;
  const shown = titleFields(resource).filter((name) => mayRead(descriptor, role, resource, name));
  const columnOf = (path: string) => (resource.through.has(path) ? path : headOf(path));
  const own = [...new Set([...shown, ...looked.map(({ path }) => columnOf(path))])];
  const records = await services.store.findAny(resource, filter, own, MOST_RECORDS + 1);

  const matches = await match(
    records.slice(0, MOST_RECORDS),
    looked,
    values.length,
    new Set(shown),
  );
  const data = values.map((value, index) => ({ value, matches: matches[index] ?? [] }));
  return answer(call, 200, LookupMatches, { data, more: records.length > MOST_RECORDS });
}

function findFields(
  { descriptor, role }: UserCall,
  resource: Resource,
  names: readonly string[],
): { places: Found[] } | { problems: Problem[] } {
  const places: Found[] = [];
  const problems: Problem[] = [];
  for (const [index, name] of names.entries()) {
    const at = `fields.${index}`;
    const context = { descriptor, role, resource };
    const key = referenceKey(descriptor, role, resource);
    if (key.length > 1 && name === key.join()) {
      places.push({ key });
      continue;
    }
    const parsed = parsePath(context, name, at);
    const unfit = 'field' in parsed ? checkOperator(context, parsed.field, 'in', at) : undefined;
    if ('problems' in parsed) problems.push(...parsed.problems);
    else if (unfit) problems.push(unfit);
    else places.push(parsed);
  }
  return problems.length > 0 ? { problems } : { places };
}

/** A field, a part of one, or a field behind a reference; or the key of several fields, `method,analyte`. */
type Found = { path: string; field: Field } | { key: readonly string[] };

/** Where to look, what it is called, and for each value that may be there the positions of the searched values that mean it. */
type Looked = { path: string; by: string; meant: ReadonlyMap<unknown, readonly number[]> };

/** Looks for records by a key of several fields, `GC / 80-05-7`. */
async function lookByKey(
  { descriptor, role, services }: UserCall,
  resource: Resource,
  values: readonly string[],
): Promise<Looked> {
  const key = resource.importKey;
  const reader = { descriptor, role, target: services.store };
  const ids = await findByKey(reader, resource, key, [...new Set(values)]);
  const meant = Map.groupBy(values.keys(), (index) => ids.get(values[index] ?? ''));
  meant.delete(undefined);
  return { path: '_id', by: key.join(), meant };
}

async function toLooked(
  { path, field }: Extract<Found, { path: string }>,
  values: readonly string[],
): Promise<Looked> {
  const operand = field.kind.filter.operand(field.settings);
  const meant = new Map<unknown, number[]>();
  for (const [index, value] of values.entries()) {
    await yieldToEventLoop();
    for (const spelling of spellings(value)) {
      const parsed = operand.safeParse(spelling);
      // A value that is invalid for this field is still searched in the others.
      if (!parsed.success || parsed.data === null || parsed.data === '') continue;
      const places = meant.get(parsed.data) ?? [];
      meant.set(parsed.data, places);
      if (!places.includes(index)) places.push(index);
    }
  }
  return { path, by: path, meant };
}

/** An index only finds equal texts; these are the ways in which people spell a name. */
function spellings(value: string): Set<string> {
  const text = value.trim().replace(/\s+/g, ' ');
  const lower = text.toLowerCase();
  const turned = (word: string, first: string) => first + word.slice(1);
  return new Set([
    text,
    lower,
    text.toUpperCase(),
    turned(lower, lower.charAt(0).toUpperCase()),
    lower.replace(/(^|[\s-])\p{L}/gu, (first) => first.toUpperCase()),
    turned(text, text.charAt(0).toUpperCase()),
    turned(text, text.charAt(0).toLowerCase()),
  ]);
}

type Match = { record: { _id: string }; by: string[] };

async function match(
  records: readonly StoredRecord[],
  looked: readonly Looked[],
  count: number,
  shown: ReadonlySet<string>,
): Promise<Match[][]> {
  const matches: Match[][] = Array.from({ length: count }, () => []);
  for (const whole of records) {
    await yieldToEventLoop();
    const kept = Object.entries(whole).filter(([name]) => shown.has(name));
    const record = { _id: whole._id, ...Object.fromEntries(kept) };
    const byIndex = new Map<number, Match>();
    for (const { path, by, meant } of looked) {
      const values = Object.hasOwn(whole, path) ? [whole[path]].flat() : valuesAtPath(whole, path);
      for (const value of values) {
        for (const index of meant.get(value) ?? []) {
          const one = byIndex.get(index) ?? { record, by: [] };
          byIndex.set(index, one);
          if (!one.by.includes(by)) one.by.push(by);
        }
      }
    }
    for (const [index, one] of byIndex) matches[index]?.push(one);
  }
  return matches;
}
