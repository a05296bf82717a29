import { requireEntry } from '../../../fields/require-entry.ts';
import { mayDo, writableFields } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { isRecordId } from '../../../descriptor/rules/record-check.ts';
import { checkRules } from '../../../descriptor/rules/check-rules.ts';
import { titleFields } from '../../../descriptor/title.ts';
import type { Moment } from '../../../descriptor/expression/variables.ts';
import type { Field } from '../../../fields/type/field.ts';
import { problem, type Problem } from '../../../fields/problems/problem.ts';
import { duplicatesOf } from '../../../fields/problems/problem-words.ts';
import { readKey } from '../../../fields/text/written-key.ts';
import { namelessTarget, targetLacksFields, refusedTarget } from '../rows/target-problems.ts';
import { importWriter, toBlankRecord } from './row-plan.ts';
import { findTuples } from './find-by-key.ts';
import { hasTitles, readTitle, canonicalValue } from './find-by-title.ts';
import type { TargetNaming } from '../rows/target-columns.ts';
import type { ImportParts, ImportTarget, Naming } from '../import-parts.ts';
import { targetResourceOf, type Namings, writtenKeys } from './reference-finder.ts';
import { toProblems, type RowOrigin } from '../rows/row-outcome.ts';
import { checkField } from '../../../descriptor/field-check.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import { hasForeign } from '../../formats/table-rows.ts';
import { readCell } from '../../formats/read-cell.ts';
import { hasCells, readTargetCells } from '../rows/target-cells.ts';

type Name = { field: Field; written: string | number };

/** A record that is created because rows refer to it and it does not exist. */
export type NewTarget = {
  resource: Resource;
  id: string;
  values: Record<string, unknown>;
  names: Name[];
  /** The values that its name gives, or the name. */
  identity: unknown;
  /** Its key is one of the given values, and does not come from its name. */
  hasGivenKey?: boolean;
};

export type TargetMaker = ReturnType<typeof createTargetMaker>;

type MakerParts = {
  parts: ImportParts;
  target: ImportTarget;
  namings: Namings;
  moment: Moment;
  /** The encoding of the file, if it is a guess. */
  guess?: string | undefined;
  made(target: NewTarget): void;
};

export function createTargetMaker(maker: MakerParts) {
  const { parts, target, namings, made: noteNew } = maker;
  const proposed = new Map<string, NewTarget>();

  return {
    /** The record that would be created, or why it cannot be; undefined if the mapping does not ask for it. */
    propose(field: Field, written: string | number, row: GivingRow) {
      const to = targetResourceOf(parts, field);
      if (!to || namings.get(field.name)?.create !== true) return undefined;
      const newTarget = toNewTarget(maker, to, { field, written }, row);
      if ('problem' in newTarget) return newTarget;
      // Two rows that mean the same record create one, whatever name they use. If its key is
      // a given value, only the name shows what they mean.
      const key = `${to.name} ${JSON.stringify(keyIn(to, newTarget.values) ?? newTarget.identity)}`;
      const name = newTarget.hasGivenKey ? `${to.name} called ${JSON.stringify(written)}` : key;
      const existing = proposed.get(name) ?? newTarget;
      if (existing !== newTarget) existing.names.push({ field, written });
      else if (newTarget.hasGivenKey && proposed.has(key))
        return { problem: refusedTarget(parts, to, duplicatesOf(to.importKey)) };
      proposed.set(name, existing);
      if (existing === newTarget) proposed.set(key, newTarget);
      return existing;
    },

    /** The problem that a row has values of a record and no name of it. */
    checkNamed(field: Field, written: unknown, row: GivingRow): Problem | undefined {
      const { cells } = namings.get(field.name) ?? {};
      const to = targetResourceOf(parts, field);
      if (!cells || !to || writtenKeys(written).length > 0 || !hasCells(cells, row))
        return undefined;
      return namelessTarget(to, field.name, [[field]]);
    },

    /** Creates the records that importable rows need; returns the problems of those that failed. */
    async make(targets: Iterable<NewTarget>) {
      const wrong = new Map<NewTarget, Problem>();
      const byResource = Map.groupBy(new Set(targets), ({ resource }) => resource);
      proposed.clear();
      for (const [resource, news] of byResource) {
        const free = await withoutTaken(maker, resource, news, wrong);
        const writes = free.map(({ id, values }) => ({ id, values }));
        const outcomes =
          writes.length > 0 ? await target.writeMany(resource, writes, parts.by) : [];
        for (const [at, one] of free.entries()) {
          const outcome = outcomes[at];
          if (outcome?.failure) wrong.set(one, refusedTarget(parts, resource, toProblems(outcome)));
          else noteNew(one);
        }
      }
      return wrong;
    },
  };
}

function toNewTarget(
  maker: MakerParts,
  to: Resource,
  name: Name,
  row: GivingRow,
): NewTarget | { problem: Problem } {
  const { parts, namings, moment } = maker;
  const { descriptor, role } = parts;
  const read = readTarget(maker, to, name, row);
  if ('problem' in read) return read;
  const { values, named, hasGivenKey } = read;
  const { by, unique } = namings.get(name.field.name) ?? {};
  const isById = by === '_id' && isRecordId(name.written);
  const id = isById ? String(name.written) : (parts.newTargetId ?? (() => parts.newId(0)))();
  const { blank, required } = toBlankRecord(to, moment);
  const writable = new Set(writableFields(descriptor, role, to));
  const keyNames = unique === undefined ? to.importKey : [unique];
  // Without the key, the next file would not find the record either.
  const needed = new Set(by === 'key' ? [...keyNames, ...required] : required);
  const missing = [
    ...[...needed].filter((field) => values[field] === undefined),
    ...Object.keys(values).filter((field) => !writable.has(field)),
  ];
  if (missing.length > 0 || !mayDo(descriptor, role, to, 'create'))
    return { problem: targetLacksFields(to, name.written, missing) };
  const record = { ...blank, ...values };
  const { problems } = checkRules({
    resource: to,
    writer: importWriter(parts, true),
    record,
    before: blank,
    moment,
    isOurs: (field) => !(field in values),
  });
  if (problems.length > 0) return { problem: refusedTarget(parts, to, problems) };
  const identity = Object.keys(named).length > 0 ? named : name.written;
  return { resource: to, id, values: record, names: [name], identity, hasGivenKey };
}

type TargetValues = Pick<NewTarget, 'values' | 'hasGivenKey'> & { named: Record<string, unknown> };

/** The values that the mapping, the name and the row give to a new record, and those of its name alone. */
function readTarget(
  { parts, namings, guess }: MakerParts,
  to: Resource,
  name: Name,
  row: GivingRow,
): TargetValues | { problem: Problem } {
  const { by, given = {}, cells = {}, unique } = namings.get(name.field.name) ?? {};
  const { values, problems } = givenValues(to, given, row);
  const others = readTargetCells(to, cells, row);
  if (guess !== undefined && hasForeign(JSON.stringify([name.written, others.values])))
    return { problem: problem('I098', '', { value: name.written, encoding: guess }) };
  const wrong = [...problems, ...others.problems];
  if (wrong.length > 0) return { problem: refusedTarget(parts, to, wrong) };
  const named = by === '_id' ? {} : readName(parts, to, { by, unique }, name.written);
  return {
    // Its name says more about a record than the values that all of them get, and a cell more than its name.
    values: { ...values, ...named, ...others.values },
    named,
    hasGivenKey:
      to.importKey.every((key) => key in { ...named, ...values }) &&
      to.importKey.some((key) => !(key in named)),
  };
}

/** The values that a key or a title gives to a new record. Words that are not a valid key are converted to one. */
function readName(
  { descriptor, role }: ImportParts,
  to: Resource,
  { by, unique }: Pick<Naming & TargetNaming, 'by' | 'unique'>,
  written: string | number,
): Record<string, unknown> {
  if (unique !== undefined) {
    const value = canonicalValue(requireEntry(to.fields, unique), written);
    return { [unique]: value ?? written };
  }
  const isTitle = by !== 'key' || titleFields(to).length === 1;
  const [titled = {}] =
    isTitle && hasTitles(descriptor, role, to) ? readTitle(to, String(written)) : [];
  const parts = readKey(String(written), to.importKey.length) ?? [];
  const keyed = parts.flatMap((part, at) => {
    const key = to.fields.get(to.importKey[at] ?? '');
    const form =
      key && (titled[key.name] ?? canonicalValue(key, part) ?? canonicalValue(key, toSlug(part)));
    // Which record a part names is not known here.
    return key && form !== undefined && !key.kind.relation ? [[key.name, form] as const] : [];
  });
  return { ...titled, ...Object.fromEntries(keyed) };
}

/** The values of the key, if there are all. */
function keyIn({ importKey }: Resource, values: Readonly<Record<string, unknown>>) {
  const key = importKey.map((name) => values[name] ?? undefined);
  return key.includes(undefined) ? undefined : key;
}

/** `Phthalate esters` → `phthalate-esters`. */
function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** The records whose unique values are free. A dry run does not write, so it would not find out. */
async function withoutTaken(
  { parts, target }: Pick<MakerParts, 'parts' | 'target'>,
  resource: Resource,
  news: readonly NewTarget[],
  wrong: Map<NewTarget, Problem>,
): Promise<NewTarget[]> {
  const alone = [...resource.fields.values()].filter((field) => field.unique);
  for (const names of [...alone.map(({ name }) => [name]), ...resource.unique]) {
    const having = news.filter(({ values }) =>
      names.every((name) => (values[name] ?? null) !== null),
    );
    if (having.length === 0) continue;
    const tupleOf = (values: Readonly<Record<string, unknown>>) =>
      names.map((name) => values[name]);
    const tuples = having.map(({ values }) => tupleOf(values));
    const held = await findTuples(target, resource, names, tuples);
    const taken = new Set(held.map((record) => JSON.stringify(tupleOf(record))));
    for (const one of having) {
      if (taken.has(JSON.stringify(tupleOf(one.values))))
        wrong.set(one, refusedTarget(parts, resource, duplicatesOf(names)));
    }
  }
  return news.filter((one) => !wrong.has(one));
}

/** The row that refers to the new record. */
type GivingRow = { row: number; number?: number | undefined; origin?: RowOrigin | undefined };

/**
 * The other values of a record that is created because a row refers to it. An empty
 * text gives no value, so that the field is reported as missing.
 */
function givenValues(to: Resource, given: NonNullable<Naming['given']>, row: GivingRow) {
  const values: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const [name, template] of Object.entries(given)) {
    const field = to.fields.get(name);
    const text = fill(template, row).trim();
    if (!field || text === '') continue;
    const read = readCell(field, text, 'file');
    const checked =
      'problem' in read ? { problems: [read.problem] } : checkField(field, read.value);
    if ('problems' in checked) problems.push(...checked.problems);
    else values[name] = checked.value;
  }
  return { values, problems };
}

/** Replaces `{Year}` by the value in the column of that name, and `{row}` by the row number. */
function fill(template: string, { row, number = row, origin }: GivingRow): string {
  const cells = origin?.cells;
  return template.replace(/\{([^{}]+)\}/g, (whole, column: string) => {
    if (!isObject(cells) || !Object.hasOwn(cells, column))
      return column === 'row' ? String(number) : whole;
    const cell: unknown = cells[column];
    if (cell instanceof Date) return cell.toISOString().slice(0, 10);
    const isPlain = typeof cell === 'string' || typeof cell === 'number';
    return isPlain || typeof cell === 'boolean' ? `${cell}` : '';
  });
}
