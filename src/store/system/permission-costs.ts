import { formatFilter, otherResourcesOf } from '../../descriptor/filter/declared-filter.ts';
import { readingOf } from '../schema/tables/reading-of.ts';
import { requireItem } from '../../fields/require-entry.ts';
import type { PermissionCosts } from '../../contract/structure/permission-costs.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { parseSort } from '../../descriptor/filter/query-lists.ts';
import { rowFilters } from '../../descriptor/filter/row-filters.ts';
import type { QueryRunner } from '../store.ts';
import { groupsRollups, sortsByRollups } from '../records/query/grouped-rollups.ts';
import { toCountQuery, toListStatement } from '../records/list-sql.ts';
import type { Scope } from '../records/sql/scope.ts';
import { dependenciesOf } from '../schema/expression/dependencies.ts';

/**
 * What row permissions and checks cost: for each role whose lists are limited, PostgreSQL's estimate for the first page
 * with the limit and without it; for each check over other records, the collections whose writes it judges. It reads no
 * record.
 */
export async function readPermissionCosts(
  sql: QueryRunner,
  descriptor: Descriptor,
): Promise<PermissionCosts> {
  const resources = [...descriptor.resources.values()];
  const lists: PermissionCosts['lists'][number][] = [];
  for (const resource of resources)
    for (const role of descriptor.roles.keys()) {
      const cost = await readListCost(sql, descriptor, resource, role);
      if (cost) lists.push(cost);
    }
  return { lists, checks: resources.flatMap((resource) => checksOf(descriptor, resource)) };
}

async function readListCost(
  sql: QueryRunner,
  descriptor: Descriptor,
  resource: Resource,
  role: string,
): Promise<PermissionCosts['lists'][number] | undefined> {
  // The filter costs the same for every user.
  const asker = { role, userId: 'somebody', now: new Date(), timeZone: descriptor.app.timeZone };
  const see = rowFilters(descriptor, asker, resource)?.see;
  if (!see) return undefined;
  const rowsOf = (of: Resource) => rowFilters(descriptor, asker, of);
  const limited = await explain(sql, resource, role, { descriptor, rowsOf });
  const unlimited = await explain(sql, resource, role, { descriptor });
  const scans = limited.scans.filter(
    ({ resource: name, rows }) => rows >= MANY && descriptor.resources.has(name),
  );
  const reads = [...new Set(otherResourcesOf(see))];
  // An estimate tells no more than two digits.
  const factor = Number((limited.cost / Math.max(unlimited.cost, 0.01)).toPrecision(2));
  return { resource: resource.name, role, reads, factor, scans };
}

/** A table with fewer rows is read whole because that is quicker than an index. */
const MANY = 1_000;

type Explained = { cost: number; scans: { resource: string; rows: number }[] };

async function explain(
  sql: QueryRunner,
  resource: Resource,
  role: string,
  scope: Scope,
): Promise<Explained> {
  const { descriptor } = scope;
  const moment = { now: new Date(), userId: 'somebody', timeZone: descriptor.app.timeZone };
  const sorted = parseSort({ descriptor, role, resource, moment }, resource.list.sort, '_sort');
  const sort = 'sort' in sorted ? sorted.sort : [];
  const query = { sort, page: 1, perPage: 25, total: 'none' as const };
  const question = toCountQuery(resource, {}, undefined, scope);
  const isGrouped =
    sortsByRollups(resource, query) &&
    (await groupsRollups({ connection: sql, scope }, resource, query, undefined));
  const means = { question, known: undefined, guess: undefined, isGrouped, scope };
  const { text, values } = toListStatement(resource, query, undefined, means);
  const [{ Plan: plan }] = await sql.value<[{ Plan: Node }]>(
    `explain (format json) ${text}`,
    values,
  );
  return { cost: plan['Total Cost'], scans: scansIn(plan) };
}

type Node = {
  'Node Type': string;
  'Total Cost': number;
  'Plan Rows': number;
  'Relation Name'?: string;
  Plans?: readonly Node[];
};

function scansIn(node: Node): Explained['scans'] {
  const name = node['Relation Name'];
  const own =
    node['Node Type'] === 'Seq Scan' && name !== undefined
      ? [{ resource: name, rows: node['Plan Rows'] }]
      : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansIn)];
}

function checksOf(descriptor: Descriptor, resource: Resource): PermissionCosts['checks'] {
  return resource.storedChecks.flatMap(({ check, declared, index }) => {
    const { others } = dependenciesOf(descriptor, resource, readingOf(check.unresolved));
    const expression = typeof declared === 'string' ? declared : formatFilter(check.unresolved);
    // Tables of lists belong to a resource: `classes__teachers`.
    const names = (isMember: boolean) => [
      ...new Set(
        others
          .filter((each) => each.isMember === isMember)
          .map(({ table }) => requireItem(table.split('__', 1), 0)),
      ),
    ];
    const [judgedWith, reads] = [names(true), names(false)];
    if (judgedWith.length + reads.length === 0) return [];
    return [{ resource: resource.name, index, expression, judgedWith, reads }];
  });
}
