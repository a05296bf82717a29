import type { Resource } from '../../../descriptor/descriptor.ts';
import { evaluateFilter } from '../../../descriptor/filter/evaluate-filter.ts';
import type { ThreadCounting } from '../../../descriptor/filter/filter.ts';
import type { ThreadFilter } from '../../../descriptor/filter/thread-filter.ts';
import { operators, type Operator } from '../../../fields/type/operators.ts';
import { quoteText, type Params } from '../../connection/sql.ts';
import { OWN, type Place } from '../../schema/place.ts';
import { conditionSql } from '../filters.ts';
import type { SqlScope } from './scope.ts';

/** Somebody else wrote in it after the reader has read it. */
export function isUnread(person: string): string {
  return `(t.last_by is distinct from ${person} and not exists (select from backoffice.thread_reads r
    where r.thread = t.id and r.person = ${person} and r.at >= t.last_at))`;
}

/** `role`: the column with a role, which stands for the reader if it is theirs. */
type Part = {
  which(reader: string): string;
  value?: Pick<Place, 'sql' | 'type'>;
  role?: string;
};

/** Which threads count, as a condition on `t`; and the value that is compared, where it is not whether there is one. */
const parts: Readonly<Record<string, Part>> = {
  thread_open: { which: () => `t.status in ('open', 'answered')` },
  thread_unread: { which: isUnread },
  thread_assignee: {
    which: () => `t.status = 'open'`,
    value: { sql: 't.assignee', type: 'text' },
    role: 't.assignee_role',
  },
  thread_due: { which: () => `t.status = 'open'`, value: { sql: 't.due', type: 'date' } },
};

/** Records with certain threads, as a semi-join: PostgreSQL may begin with the few that are open. */
export function threadSql(resource: Resource, filter: ThreadFilter, sqlScope: SqlScope): string {
  const { params } = sqlScope;
  sqlScope.readUntold();
  const { which, value, role } = parts[filter.thread]!;
  const conditions = [
    `t.resource = ${quoteText(resource.name)}`,
    ...(filter.fields ? [`t.fields <@ ${params.add(filter.fields)}::text[]`] : []),
    which(filter.thread === 'thread_unread' ? `${params.add(filter.reader)}::text` : ''),
  ];
  const among = (more: readonly string[]): string =>
    `${OWN}._id in (select t.record from backoffice.threads t where ${[...conditions, ...more].join(' and ')})`;
  if (!value) return ofFlag(filter, among([]));
  const { operator } = filter;
  if (operator === 'null')
    return `not ${among([`coalesce(${[value.sql, ...(role ? [role] : [])].join(', ')}) is not null`])}`;
  const { negates } = operators[operator];
  const asked = { ...filter, operator: negates ?? operator };
  const own = role ? ` or ${toReadersRole(asked, role, params)}` : '';
  const test = `(${compare(asked, value, params)}${own})`;
  return negates ? `not ${among([test])}` : among([test]);
}

/** A query to the role of the reader is one to the reader. Those to the roles of others tell nothing of who has these. */
function toReadersRole(filter: ThreadFilter, column: string, params: Params): string {
  const reader = `${params.add(filter.reader)}::text`;
  const role =
    filter.role === undefined
      ? `(select u."role" from "users" u where u._id = ${reader})`
      : params.add(filter.role);
  return `(${column} = ${role} and ${compare(filter, { sql: reader, type: 'text' }, params)})`;
}

function compare(
  { operator, operands }: { operator: Operator; operands: readonly unknown[] },
  { sql, type }: Pick<Place, 'sql' | 'type'>,
  params: Params,
): string {
  const place = {
    shape: 'column',
    path: sql,
    key: sql,
    required: false,
    long: false,
    unique: false,
  } as const;
  return conditionSql(operator, { ...place, sql, type }, params, operands);
}

/** The fields of threads `t` and the records that they are at. */
export const THREAD_PLACES = `(
  select t.record, unnest(case when t.fields = '{}' then array[null] else t.fields end) as field where t.place -> 'cells' is null
  union all select c ->> 'record', c ->> 'field' from jsonb_array_elements(t.place -> 'cells') c)`;

/** How many threads `t` there are, and whether the person of a parameter has to read one. */
export const threadCounts = (person: string): string => `count(*)::int as threads,
  count(*) filter (where t.status in ('open', 'answered'))::int as open, bool_or(${isUnread(person)}) as unread`;

/** A common table with the numbers of the threads of the records of a page, by field; null is the record as a whole. */
export function threadCountsTable(
  resource: Resource,
  { reader, fields }: ThreadCounting,
  { params, page, name }: { params: Params; page: string; name: string },
): string {
  return `${name} as materialized (select m.record, json_agg(to_jsonb(m) - 'record') as counts from (
    select p.record, p.field, ${threadCounts(`${params.add(reader)}::text`)}
    from backoffice.threads t, lateral ${THREAD_PLACES} p
    where t.resource = ${quoteText(resource.name)} and t.record = any(array(select _id from ${page}))
      and t.fields <@ ${params.add(fields)}::text[]
    group by 1, 2) m group by 1)`;
}

/** A condition on whether there is such a thread. */
function ofFlag({ operator, operands }: ThreadFilter, exists: string): string {
  const holds = (flag: boolean) => evaluateFilter({ path: 'flag', operator, operands }, { flag });
  if (holds(true)) return holds(false) ? 'true' : exists;
  return holds(false) ? `not ${exists}` : 'false';
}
