import { mayDo, writableFields } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { checkRules } from '../../descriptor/rules/check-rules.ts';
import { titleFields } from '../../descriptor/title.ts';
import type { Moment } from '../../descriptor/filter/tokens.ts';
import type { Field } from '../../fields/field.ts';
import { DUPLICATE, problem, type Problem } from '../../fields/problem.ts';
import { lacksFields, refused } from './target-problems.ts';
import { toBlankRecord } from './row-plan.ts';
import { hasTitles, readTitle, canonicalValue } from './find-by-title.ts';
import type { ImportParts, ImportTarget, Naming } from './import-parts.ts';
import { relationOf, type Namings } from './reference-finder.ts';
import { toProblems, type RowOrigin } from './row-outcome.ts';
import { checkField } from '../../descriptor/field-check.ts';
import { isObject } from '../../descriptor/json-object.ts';
import { readCell } from '../formats/read-cell.ts';
type Name = { field: Field; written: string | number };

/** A record that is made because rows refer to it and it is not there. */
export type NewTarget = {
  resource: Resource;
  id: string;
  values: Record<string, unknown>;
  names: Name[];
  /** Its key is what was given, not what it is called by. */
  hasGivenKey?: boolean;
};

export type TargetMaker = ReturnType<typeof createTargetMaker>;

type MakerParts = {
  parts: ImportParts;
  target: ImportTarget;
  namings: Namings;
  moment: Moment;
  made(target: NewTarget): void;
};

export function createTargetMaker(maker: MakerParts) {
  const { parts, target, namings, made } = maker;
  const proposed = new Map<string, NewTarget>();

  return {
    /** What a missing record would be, or why it cannot be made; undefined where nobody asked for it. */
    propose(field: Field, written: string | number, row: GivingRow) {
      const to = relationOf(parts, field);
      if (!to || namings.get(field.name)?.create !== true) return undefined;
      const found = toNewTarget(maker, to, { field, written }, row);
      if ('problem' in found) return found;
      // Whatever they are called by, two rows that mean one record make one; of a key that was made up
      // for it only the name tells that.
      const key = `${to.name} ${JSON.stringify(found.values[to.importKey] ?? found.values)}`;
      const name = found.hasGivenKey ? `${to.name} called ${JSON.stringify(written)}` : key;
      const known = proposed.get(name) ?? found;
      if (known !== found) known.names.push({ field, written });
      else if (found.hasGivenKey && proposed.has(key))
        return { problem: refused(to, [problem(DUPLICATE, to.importKey)]) };
      proposed.set(name, known);
      if (known === found) proposed.set(key, found);
      return known;
    },

    /** Makes those that rows need which go in; answers what is wrong with the others. */
    async make(targets: Iterable<NewTarget>) {
      const wrong = new Map<NewTarget, Problem>();
      const wanted = Map.groupBy(new Set(targets), ({ resource }) => resource);
      proposed.clear();
      for (const [resource, news] of wanted) {
        const free = await withoutTaken(target, resource, news, wrong);
        const writes = free.map(({ id, values }) => ({ id, values }));
        const outcomes =
          writes.length > 0 ? await target.writeMany(resource, writes, parts.by) : [];
        for (const [at, one] of free.entries()) {
          const outcome = outcomes[at];
          if (outcome?.failure) wrong.set(one, refused(resource, toProblems(outcome)));
          else made(one);
        }
      }
      return wrong;
    },
  };
}

function toNewTarget(
  { parts, namings, moment }: MakerParts,
  to: Resource,
  name: Name,
  row: GivingRow,
): NewTarget | { problem: Problem } {
  const { descriptor, role } = parts;
  const { by, given = {} } = namings.get(name.field.name) ?? {};
  const { values, problems: wrong } = givenValues(to, given, row);
  if (wrong.length > 0) return { problem: refused(to, wrong) };
  // What it is called by says more of it than what all of them get.
  const named = by === '_id' ? {} : toldBy(parts, to, by, name.written);
  const told = { ...values, ...named };
  const hasGivenKey = to.importKey in values && !(to.importKey in named);
  const isById = by === '_id' && isRecordId(name.written);
  const id = isById ? String(name.written) : (parts.newTargetId ?? (() => parts.newId(0)))();
  const { blank, required } = toBlankRecord(to, moment);
  const writable = new Set(writableFields(descriptor, role, to));
  // By a key it has not, the next file would not find it either.
  const needed = new Set(by === 'key' ? [to.importKey, ...required] : required);
  const missing = [
    ...[...needed].filter((field) => told[field] === undefined),
    ...Object.keys(told).filter((field) => !writable.has(field)),
  ];
  if (missing.length > 0 || !mayDo(descriptor, role, to, 'create'))
    return { problem: lacksFields(to, name.written, missing) };
  const record = { ...blank, ...told };
  const { problems } = checkRules({
    resource: to,
    record,
    before: blank,
    moment,
    isOurs: (field) => !(field in told),
  });
  if (problems.length > 0) return { problem: refused(to, problems) };
  return { resource: to, id, values: record, names: [name], hasGivenKey };
}

/** What its key or its title tells of a record; a key that is none is made of the words. */
function toldBy(
  { descriptor, role }: ImportParts,
  to: Resource,
  by: 'key' | 'title' | undefined,
  written: string | number,
): Record<string, unknown> {
  const isTitle = by !== 'key' || titleFields(to).length === 1;
  const [titled = {}] =
    isTitle && hasTitles(descriptor, role, to) ? readTitle(to, String(written)) : [];
  const key = to.fields.get(to.importKey);
  const form =
    key &&
    (titled[key.name] ??
      canonicalValue(key, written) ??
      canonicalValue(key, toSlug(String(written))));
  return { ...titled, ...(key && form !== undefined ? { [key.name]: form } : {}) };
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

/** Those whose unique values are free; a dry run does not write, so it would not find out. */
async function withoutTaken(
  target: ImportTarget,
  resource: Resource,
  news: readonly NewTarget[],
  wrong: Map<NewTarget, Problem>,
): Promise<NewTarget[]> {
  const unique = [...resource.fields.values()].filter((field) => field.unique);
  for (const { name } of unique) {
    const having = news.filter(({ values }) => values[name] !== null && values[name] !== undefined);
    if (having.length === 0) continue;
    const values = having.map((one) => one.values[name]);
    const held = await target.findMany(resource, name, values, [name]);
    const taken = new Set(held.map((record) => record[name]));
    for (const one of having) {
      if (taken.has(one.values[name]))
        wrong.set(one, refused(resource, [problem(DUPLICATE, name)]));
    }
  }
  return news.filter((one) => !wrong.has(one));
}

/** The row that refers to it. */
type GivingRow = { row: number; origin?: RowOrigin | undefined };

/**
 * What a record that is made since a row refers to it gets besides what its name tells. A text that comes
 * out empty gives nothing, so that the field is among those that are lacking.
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

/** What `{Year}` stands for is in the column of that name, `{row}` for the number of the row. */
function fill(template: string, { row, origin }: GivingRow): string {
  const cells = origin?.cells;
  return template.replace(/\{([^{}]+)\}/g, (whole, column: string) => {
    if (!isObject(cells) || !Object.hasOwn(cells, column))
      return column === 'row' ? String(row) : whole;
    const cell: unknown = cells[column];
    if (cell instanceof Date) return cell.toISOString().slice(0, 10);
    const isPlain = typeof cell === 'string' || typeof cell === 'number';
    return isPlain || typeof cell === 'boolean' ? `${cell}` : '';
  });
}
