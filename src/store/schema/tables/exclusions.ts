import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { requireField } from '../../../descriptor/system-fields.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { ownFilterSql } from '../../records/rules/own-filter-sql.ts';
import { COMMENT_PREFIX } from './read-tables.ts';
import type { ExistingTable, Exclusion, Step, Table } from './table.ts';
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

/** The steps from the constraints we once made to those that are wanted now. */
export function compareExclusions(
  { name: table, exclusions }: Table,
  there: ExistingTable,
): Step[] {
  const isIn = (all: readonly Exclusion[], { name, definition }: Exclusion) =>
    all.some((one) => one.name === name && one.definition === definition);
  const alter = `alter table ${quoteName(table)}`;
  return [
    ...there.exclusions
      .filter((one) => !isIn(exclusions, one))
      .map(({ name }) => ({
        id: `unexclude:${name}`,
        kind: 'additive' as const,
        table,
        summary: `lets periods in ${table} overlap again`,
        sql: [`${alter} drop constraint if exists ${quoteName(name)}`],
      })),
    ...exclusions
      .filter((one) => !isIn(there.exclusions, one))
      .map(({ name, definition, overlap = 'false' }) => ({
        id: `exclude:${name}`,
        kind: 'additive' as const,
        table,
        summary: `refuses periods in ${table} that overlap`,
        sql: [
          'create extension if not exists btree_gist',
          `${alter} add constraint ${quoteName(name)} ${definition}`,
          `comment on constraint ${quoteName(name)} on ${quoteName(table)} is ${quoteText(COMMENT_PREFIX + definition)}`,
        ],
        obstacle: {
          count: `select count(*) as count from ${quoteName(table)} a where ${overlap}`,
          where: `_id in (select a._id from ${quoteName(table)} a where ${overlap})`,
          summary: `records of ${table} overlap with another record; change them first`,
        },
      })),
  ];
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
