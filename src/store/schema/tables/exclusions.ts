import { toSentence } from '../../../fields/problems/plan-text.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { requireField } from '../../../descriptor/system-fields.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { ownFilterSql } from '../../records/rules/own-filter-sql.ts';
import { COMMENT_PREFIX } from './read-tables.ts';
import type { Exclusion, ExistingTables, Step, Table } from './table.ts';
import { objectName } from './table-sql.ts';

type Rule = Resource['noOverlap'][number];

/** The exclusion constraints of a resource: PostgreSQL keeps them between all writers. */
export function toExclusions(resource: Resource): Exclusion[] {
  return resource.noOverlap.map((rule) => {
    const equal = rule.fields.map((name) => `${quoteName(name)} with =`);
    const period = `${toPeriod(resource, rule, '')} with &&`;
    const definition = `exclude using gist (${[...equal, period].join(', ')}) where (${toCondition(resource, rule)})`;
    return { name: nameOf(resource, rule), definition, overlap: toOverlap(resource, rule) };
  });
}

/** The rule that PostgreSQL names in an error. */
export function findOverlapRule({ resources }: Pick<Descriptor, 'resources'>, constraint: string) {
  for (const resource of resources.values())
    for (const rule of resource.noOverlap) if (nameOf(resource, rule) === constraint) return rule;
  return undefined;
}

/**
 * The steps from the constraints we once made to those that are wanted now. PostgreSQL changes no column that one of
 * them reads, so the old ones go before all changes, and the new ones come after them.
 */
export function compareExclusions(
  declaredTables: readonly Table[],
  existing: ExistingTables,
  changes: readonly Step[],
): { released: Step[]; added: Step[] } {
  const pairs = declaredTables.map((table) => {
    const there = existing.get(table.name)?.exclusions ?? [];
    const isKept = (one: Exclusion, all: readonly Exclusion[]) =>
      all.some(({ name, definition }) => name === one.name && isSame(definition, one.definition)) &&
      !changes.some((step) => step.table === table.name && isRemade(step, one));
    return {
      table: table.name,
      gone: there.filter((one) => !isKept(one, table.exclusions)),
      wanted: table.exclusions.filter((one) => !isKept(one, there)),
    };
  });
  return {
    released: pairs.flatMap(({ table, gone }) => gone.map((one) => release(table, one))),
    added: pairs.flatMap(({ table, wanted }) => wanted.map((one) => exclude(table, one))),
  };
}

/** Rebuilding a constraint blocks all writes for seconds. Only a constraint with another meaning is rebuilt. */
function isSame(one: string, other: string): boolean {
  return withoutDoubles(one) === withoutDoubles(other);
}

/** A definition without the brackets that stand directly in others. */
function withoutDoubles(definition: string): string {
  const parts = definition.match(/'[^']*'|"[^"]*"|[()]|[^'"()]+/g) ?? [];
  const open: number[] = [];
  const closes = new Map<number, number>();
  for (const [at, part] of parts.entries()) {
    if (part === '(') open.push(at);
    else if (part === ')') closes.set(open.pop() ?? at, at);
  }
  // The outer brackets of `f((a, b))` belong to a function.
  const isCall = (at: number) => /[\w"]$/.test(parts[at - 1] ?? '');
  const doubled = [...closes].filter(
    ([from, to]) => !isCall(from) && parts[from + 1] === '(' && closes.get(from + 1) === to - 1,
  );
  const left = new Set(doubled.flat());
  return parts.filter((_, at) => !left.has(at)).join('');
}

/** Whether a step, or its undo, makes a column anew that the constraint reads. */
function isRemade({ kind, column, undo, optional }: Step, { definition }: Exclusion): boolean {
  if (column === undefined || optional || (kind === 'additive' && !undo)) return false;
  return definition.includes(quoteName(column));
}

function release(table: string, { name }: Exclusion): Step {
  return {
    id: `unexclude:${name}`,
    kind: 'additive',
    table,
    summary: toSentence('allowsOverlaps', { table }),
    sql: [dropConstraint(table, name)],
  };
}

function exclude(table: string, { name, definition, overlap = 'false' }: Exclusion): Step {
  const [of, constraint] = [quoteName(table), quoteName(name)];
  return {
    id: `exclude:${name}`,
    kind: 'additive',
    table,
    summary: toSentence('refusesOverlaps', { table }),
    sql: [
      'create extension if not exists btree_gist',
      `alter table ${of} add constraint ${constraint} ${definition}`,
      `comment on constraint ${constraint} on ${of} is ${quoteText(COMMENT_PREFIX + definition)}`,
    ],
    undo: [dropConstraint(table, name)],
    obstacle: {
      count: `select count(*) as count from ${of} a where ${overlap}`,
      where: `_id in (select a._id from ${of} a where ${overlap})`,
      summary: toSentence('overlapping', { table }),
    },
  };
}

function dropConstraint(table: string, name: string): string {
  return `alter table ${quoteName(table)} drop constraint if exists ${quoteName(name)}`;
}

function nameOf({ name }: Resource, { fields, from }: Rule): string {
  return objectName(name, [...fields, from].join('+'), 'overlap');
}

/** Both days belong to a period, of two times only the first. Without an end it never ends. */
function toPeriod(resource: Resource, { from, to }: Rule, table: string): string {
  const { kind, settings } = requireField(resource, from);
  const isDay = kind.column(settings).sql === 'date';
  const [start, end] = [table + quoteName(from), table + quoteName(to)];
  // PostgreSQL refuses a period that ends before it begins; another check may refuse it with a better message.
  const last = `case when ${end} is null then null else greatest(${start}, ${end}) end`;
  return isDay ? `daterange(${start}, ${last}, '[]')` : `tstzrange(${start}, ${last}, '[)')`;
}

function toCondition(resource: Resource, { from, where }: Rule, table = ''): string {
  const hasBegun = `${table}${quoteName(from)} is not null`;
  if (where === undefined) return hasBegun;
  return `${hasBegun} and ${ownFilterSql(resource, where, table)}`;
}

function toOverlap(resource: Resource, rule: Rule): string {
  const same = rule.fields.map((name) => `a.${quoteName(name)} = b.${quoteName(name)}`);
  const conditions = [
    'a._id <> b._id',
    ...same,
    `${toPeriod(resource, rule, 'a.')} && ${toPeriod(resource, rule, 'b.')}`,
    toCondition(resource, rule, 'a.'),
    toCondition(resource, rule, 'b.'),
  ];
  return `exists (select from ${quoteName(resource.name)} b where ${conditions.join(' and ')})`;
}
