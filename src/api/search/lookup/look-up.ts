import { LookedUp } from '../../../contract/lists.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import { yieldToEventLoop } from '../../../files/yield-to-event-loop.ts';
import { checkOperator, parsePath } from '../../../descriptor/filter/query-term.ts';
import { titleFields } from '../../../descriptor/title.ts';
import { mayRead } from '../../../descriptor/access.ts';
import type { Field } from '../../../fields/field.ts';
import type { Problem } from '../../../fields/problem.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { answer } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseBody } from '../../http/parse-body.ts';
import { refuseQuery } from '../../records/refuse-query.ts';
import { isRefusal, type Refusal } from '../../http/refusal.ts';
import { lookupBody } from './lookup-body.ts';

/** The most records one answer has; more than a thousand values mean, unless they mean very much. */
const MOST_RECORDS = 5_000;

/** Which records are meant by what somebody wrote: all values in one statement, each by the indexes of the fields. */
export async function lookUp(call: UserCall, resource: Resource): Promise<Response | Refusal> {
  const read = await parseBody(call, lookupBody);
  if (isRefusal(read)) return read;
  const { values, fields: names } = read.value;
  const fields = findFields(call, resource, names);
  if ('problems' in fields) return refuseQuery(fields.problems);

  const looked: Looked[] = [];
  for (const field of fields.found) looked.push(await toLooked(field, values));
  const filter: Filter = {
    or: looked.map(({ field, meant }) => ({
      path: field.name,
      operator: 'in',
      operands: [...meant.keys()],
    })),
  };
  const { descriptor, role, parts } = call;
  const shown = titleFields(resource).filter((name) => mayRead(descriptor, role, resource, name));
  const own = [...new Set([...shown, ...names])];
  const records = await parts.store.findAny(resource, filter, own, MOST_RECORDS + 1);

  const matches = match(records.slice(0, MOST_RECORDS), looked, values.length, new Set(shown));
  const data = values.map((value, index) => ({ value, matches: matches[index] ?? [] }));
  return answer(call, 200, LookedUp, { data, more: records.length > MOST_RECORDS });
}

function findFields(
  { descriptor, role }: UserCall,
  resource: Resource,
  names: readonly string[],
): { found: Field[] } | { problems: Problem[] } {
  const found: Field[] = [];
  const problems: Problem[] = [];
  for (const [index, name] of names.entries()) {
    const at = `fields.${index}`;
    const parsed = parsePath({ descriptor, role, resource }, name, at);
    const unfit = 'field' in parsed ? checkOperator(parsed.field, 'in', at) : undefined;
    if ('problems' in parsed) problems.push(...parsed.problems);
    else if (unfit) problems.push(unfit);
    else found.push(parsed.field);
  }
  return problems.length > 0 ? { problems } : { found };
}

/** A field, and of each value it may hold which of those looked for mean it, by their places. */
type Looked = { field: Field; meant: ReadonlyMap<unknown, readonly number[]> };

async function toLooked(field: Field, values: readonly string[]): Promise<Looked> {
  const operand = field.kind.filter.operand(field.settings);
  const meant = new Map<unknown, number[]>();
  for (const [index, value] of values.entries()) {
    await yieldToEventLoop();
    for (const spelling of spellings(value)) {
      const parsed = operand.safeParse(spelling);
      // What cannot stand in the field is looked for in the others.
      if (!parsed.success || parsed.data === null || parsed.data === '') continue;
      const places = meant.get(parsed.data) ?? [];
      meant.set(parsed.data, places);
      if (!places.includes(index)) places.push(index);
    }
  }
  return { field, meant };
}

/** An index finds what is written the same; these are the ways in which people write a name. */
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

function match(
  records: readonly StoredRecord[],
  looked: readonly Looked[],
  count: number,
  shown: ReadonlySet<string>,
): Match[][] {
  const matches: Match[][] = Array.from({ length: count }, () => []);
  for (const whole of records) {
    const kept = Object.entries(whole).filter(([name]) => shown.has(name));
    const record = { _id: whole._id, ...Object.fromEntries(kept) };
    const found = new Map<number, Match>();
    for (const { field, meant } of looked) {
      const held = whole[field.name];
      for (const value of Array.isArray(held) ? held : [held]) {
        for (const index of meant.get(value) ?? []) {
          const one = found.get(index) ?? { record, by: [] };
          found.set(index, one);
          if (!one.by.includes(field.name)) one.by.push(field.name);
        }
      }
    }
    for (const [index, one] of found) matches[index]?.push(one);
  }
  return matches;
}
