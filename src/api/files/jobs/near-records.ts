import { requireEntry, requireItem } from '../../../fields/require-entry.ts';
import { styleOf } from '../../http/style-of.ts';
import type { ReaderStyle } from '../../../fields/reader-style.ts';
import type { NearRecord } from '../../../contract/column-values.ts';
import { mayDo, readableFields, referenceKey } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import type { Filter } from '../../../descriptor/filter/filter.ts';
import {
  isKey,
  keyOf,
  namingFields,
  titleFields,
  titleFor,
  titleOf,
} from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import type { Naming } from '../../../files/import/import-parts.ts';
import type { UnmatchedValue, ValueFinder } from '../../../files/import/plan/unmatched-values.ts';
import { scoreText } from '../../../files/steps/score-text.ts';
import { yieldToEventLoop } from '../../../files/yield-to-event-loop.ts';
import type { AlikeQuestion } from '../../../store/records/search/find-alike.ts';
import type { StoredRecord } from '../../../store/store.ts';
import type { UserCall } from '../../http/call.ts';

const MOST_NEAR = 5;
/** The records that are compared with each value. */
const CANDIDATES = 20;
/** The values of one statement, and the milliseconds that it may take. */
const AT_ONCE = 8;
const WITHIN = 2_500;
/** The same where records are compared by common parts, and the score below which they are. */
const FEW_AT_ONCE = 2;
const WITHIN_FEW = 1_500;
const UNSURE = 75;
/** A record with less in common is hardly meant. */
const LEAST_SCORE = 40;
/** An identifier whose check digit was corrected could also have another wrong digit. */
const CORRECTED = 85;

export type Near = ReadonlyMap<string, readonly NearRecord[]>;

/**
 * The records that unmatched values may mean, by value, among those and by the fields that the caller may read; values
 * for which there was no time are absent.
 */
export async function findNear(
  call: UserCall,
  { finder, by, isOver }: Pick<Naming, 'by'> & { finder: ValueFinder; isOver: () => boolean },
  values: readonly UnmatchedValue[],
): Promise<Near> {
  const near = new Map<string, NearRecord[]>();
  const { descriptor, role } = call;
  const { to } = finder;
  if (!mayDo(descriptor, role, to, 'list') || !mayDo(descriptor, role, to, 'read'))
    return new Map(values.map(({ value }) => [value, []]));
  const shape = shapeOf(call, to, by);
  const batches = cut(values, AT_ONCE);
  for (let batch = batches.shift(); batch && !isOver(); batch = batches.shift()) {
    const candidates = await findCandidates(call, shape, batch, isOver);
    // One long name can take the time of all.
    if (!candidates && batch.length > 1) batches.push(...cut(batch, 1));
    if (!candidates) continue;
    const ranked = new Map<string, NearRecord[]>();
    for (const [one, records] of candidates) {
      ranked.set(one.value, rank(shape, one, records));
      await yieldToEventLoop();
    }
    // What a decision writes must name the record for sure: a title can be that of several.
    await finder.lookUp([...ranked.values()].flat().map(({ value }) => value));
    for (const [value, records] of ranked)
      near.set(value, records.filter((one) => isOf(finder, one)).slice(0, MOST_NEAR));
  }
  return near;
}

/** The records that each of these values may mean; undefined if there was no time to search for typos. */
async function findCandidates(
  call: UserCall,
  shape: Shape,
  batch: readonly UnmatchedValue[],
  isOver: () => boolean,
): Promise<Map<UnmatchedValue, StoredRecord[]> | undefined> {
  const meant = await findMeant(call, shape, batch);
  const typos = await findAlike(call, shape, batch, { by: 'typos', within: WITHIN });
  if (!typos) return undefined;
  const candidates = new Map<UnmatchedValue, StoredRecord[]>(
    batch.map((one, at) => [one, [...(meant.get(one) ?? []), ...requireItem(typos, at)]]),
  );
  const isUnsure = (one: UnmatchedValue) =>
    !requireEntry(candidates, one).some(
      (record) => scoreRecord(shape, one.written, record).score >= UNSURE,
    );
  for (const few of cut(batch.filter(isUnsure), FEW_AT_ONCE)) {
    if (isOver()) break;
    // In a large collection this can take too long. Only the records from the search for typos are offered then.
    const alike = await findAlike(call, shape, few, { by: 'parts', within: WITHIN_FEW });
    for (const [at, one] of few.entries())
      requireEntry(candidates, one).push(...(alike?.[at] ?? []));
  }
  return candidates;
}

function isOf(finder: ValueFinder, { value, _id }: NearRecord): boolean {
  const target = finder.find(value);
  return target !== undefined && 'id' in target && target.id === _id;
}

/** What is compared and shown of a record. */
type Shape = {
  to: Resource;
  /** Texts of the record itself that the caller may read. */
  compared: readonly Field[];
  style: ReaderStyle;
  /** The fields of its title, of those. */
  shown: readonly string[];
  /** What names the record in a cell. */
  valueOf(record: StoredRecord): string | undefined;
};

function shapeOf(call: UserCall, to: Resource, by: Naming['by']): Shape {
  const { descriptor, role } = call;
  const readable = new Set(readableFields(descriptor, role, to));
  const inName = new Set([...titleFields(to), ...to.importKey]);
  const compared = [...to.fields.values()].filter((field) => {
    const { sql } = field.kind.column(field.settings);
    const isText = sql === 'text' && !field.kind.relation && field.computed === undefined;
    return isText && readable.has(field.name) && (field.search || inName.has(field.name));
  });
  const key = referenceKey(descriptor, role, to);
  const isWhole = titleFields(to).every((name) => readable.has(name));
  return {
    to,
    compared,
    style: styleOf(call),
    shown: namingFields(to).filter((name) => readable.has(name)),
    valueOf: (record) => {
      if (by === '_id') return record._id;
      if (by === 'title') return isWhole ? titleOf(to, record) || undefined : undefined;
      return key.includes('_id') ? record._id : keyOf(to, record) || undefined;
    },
  };
}

function fieldsOf({ compared, shown }: Shape): string[] {
  return [...new Set([...compared.map(({ name }) => name), ...shown])];
}

function findAlike(
  { services }: UserCall,
  shape: Shape,
  batch: readonly UnmatchedValue[],
  how: Pick<AlikeQuestion, 'by' | 'within'>,
): Promise<StoredRecord[][] | undefined> {
  if (shape.compared.length === 0) return Promise.resolve(batch.map(() => []));
  const texts = batch.map(({ written }) => written);
  const fields = fieldsOf(shape);
  return services.store.alike(shape.to, { texts, fields, most: CANDIDATES, ...how });
}

/** The records with an identifier that a value means in another spelling: one statement for all values. */
async function findMeant({ services }: UserCall, shape: Shape, batch: readonly UnmatchedValue[]) {
  const lookups = shape.compared
    .filter(({ unique, name }) => unique || isKey(shape.to, name))
    .map((field) => ({
      field,
      meant: new Map(batch.map((one) => [one, meantBy(field, one.written)])),
    }));
  const or = lookups.flatMap(({ field, meant }): Filter[] => {
    const operands = [...new Set([...meant.values()].flat())];
    return operands.length === 0 ? [] : [{ path: field.name, operator: 'in', operands }];
  });
  const matches = new Map<UnmatchedValue, StoredRecord[]>();
  if (or.length === 0) return matches;
  const most = batch.length * CANDIDATES;
  const records = await services.store.findAny(shape.to, { or }, fieldsOf(shape), most);
  for (const { field, meant } of lookups) {
    const byValue = Map.groupBy(records, (record) => record[field.name]);
    for (const [one, values] of meant) {
      const own = values.flatMap((value) => byValue.get(value) ?? []);
      if (own.length > 0) matches.set(one, [...(matches.get(one) ?? []), ...own]);
    }
  }
  return matches;
}

/** The values of a field that a text may mean: what the field proposes, the right check digit, other cases. */
function meantBy(field: Field, text: string): string[] {
  const written = [field.kind.propose?.(text), corrected(field, text), text.toUpperCase(), text];
  const stored = [...written, text.toLowerCase()].flatMap((one) => {
    const checked = one === undefined ? undefined : checkField(field, one.trim());
    return checked && 'value' in checked && typeof checked.value === 'string' ? checked.value : [];
  });
  return [...new Set(stored)];
}

/** The text with the check digit that its field expects. */
function corrected(field: Field, text: string): string | undefined {
  const checked = checkField(field, text);
  const wrong = 'problems' in checked && checked.problems.find(({ code }) => code === 'V012');
  const { digit, value } = (wrong && wrong.params) || {};
  return digit === undefined || typeof value !== 'string'
    ? undefined
    : `${value.slice(0, -1)}${digit}`;
}

function rank(
  shape: Shape,
  { written }: UnmatchedValue,
  records: readonly StoredRecord[],
): NearRecord[] {
  const distinct = [...new Map(records.map((record) => [record._id, record])).values()];
  const candidates = distinct.flatMap((record) => {
    const value = shape.valueOf(record);
    const best = scoreRecord(shape, written, record);
    return value === undefined || best.score < LEAST_SCORE ? [] : [{ record, value, ...best }];
  });
  return candidates
    .sort((one, other) => other.score - one.score || (one.record._id < other.record._id ? -1 : 1))
    .slice(0, MOST_NEAR * 2)
    .map(({ record, value, score, reason, text }) => {
      const shown = Object.fromEntries(shape.shown.map((name) => [name, record[name]]));
      const title = titleFor(shape.style, shape.to, { _id: record._id, ...shown });
      return { _id: record._id, title, by: text.slice(0, 200), reason, score, value };
    });
}

type Best = Pick<NearRecord, 'score' | 'reason'> & { text: string };

function scoreRecord(shape: Shape, written: string, record: StoredRecord): Best {
  let best: Best = { score: 0, reason: 'similar', text: '' };
  for (const field of shape.compared) {
    for (const text of [record[field.name]].flat()) {
      if (typeof text !== 'string') continue;
      const one = scoreField(field, written, text);
      if (one.score > best.score) best = { ...one, text };
    }
  }
  return best;
}

function scoreField(field: Field, written: string, text: string): Pick<Best, 'score' | 'reason'> {
  const scored = scoreText(written, text);
  if (scored.reason === 'spelling') return scored;
  if (field.kind.propose?.(written) === text) return { score: 98, reason: 'identifier' };
  if (corrected(field, written) === text) return { score: CORRECTED, reason: 'identifier' };
  return scored;
}

function cut<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  );
}
