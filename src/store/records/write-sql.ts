import type { Resource } from '../../descriptor/descriptor.ts';
import type { Statement } from '../session.ts';
import { createParams, quoteName, quoteText } from '../sql.ts';
import type { Actor, Expected } from '../store.ts';
import { answeredNames, recordColumns, selectJson } from './record-json.ts';
import { isJoin, toWritten, type Written } from './write-columns.ts';

type Values = Readonly<Record<string, unknown>>;

/** A new record with its members and its history, by one statement that answers its JSON. */
export function toCreate(resource: Resource, values: Values, by: Actor, id: string): Statement {
  const params = createParams([id, by.userId]);
  // What has no value has the default of its column, and members that are not there need no statement.
  const written = toWritten(resource, values, params, { filled: true });
  const columns = written.filter((each) => !isJoin(each));
  const members = written.filter(isJoin);
  const given = (pick: (each: Written) => string) =>
    columns.map((each) => `, ${pick(each)}`).join('');
  const text =
    `with new as (insert into ${quoteName(resource.name)} (_id, "createdBy", "updatedBy"${given(({ column }) => column)}) ` +
    `values ($1, $2, $2${given(({ param }) => param)}) returning *), ` +
    members.map((each, index) => `m${index} as (${insertMembers(each, '')}), `).join('') +
    `doc as (${documents('new', resource, members, true)}), ` +
    `log as (insert into backoffice.history (by, resource, record_id, operation, version, after) ` +
    `select $2, ${quoteText(resource.name)}, $1, 'create', 1, doc.json::jsonb from doc) ` +
    `select json::text from doc`;
  return { text, values: params.values };
}

/**
 * A change with its version check and its history, by one statement. It answers a state and the
 * record before and after: `stale` another version is there, `same` there was nothing to change, `moved`
 * the record changed between the start of the statement and its turn, so all of it must be read anew.
 */
export function toUpdate(
  resource: Resource,
  values: Values,
  by: Actor,
  id: string,
  expected: Expected,
): Statement {
  const params = createParams([id, by.userId, expected === '*' ? null : expected]);
  const written = toWritten(resource, values, params);
  const columns = written.filter((each) => !isJoin(each));
  const members = written.filter(isJoin);
  const table = quoteName(resource.name);
  const changed = columns.map(({ column, param }) => `, ${column} = ${param}`).join('');
  const text =
    `with ${current(resource, sameAs(written))}, ` +
    `new as (update ${table} r set _version = r._version + 1, "updatedAt" = now(), "updatedBy" = $2${changed} ` +
    `from state where r._id = $1 and state.state = 'written' returning r.*), ` +
    members
      .map(
        (each, index) =>
          `d${index} as (${deleteMembers(each)}), m${index} as (${insertMembers(each, 'where exists (select from new)')}), `,
      )
      .join('') +
    `before as (${documents('old', resource, [])}), after as (${documents('new', resource, members)}), ` +
    `log as (insert into backoffice.history (by, resource, record_id, operation, version, before, after) ` +
    `select $2, ${quoteText(resource.name)}, $1, 'update', new._version, before.json::jsonb, after.json::jsonb ` +
    `from new, before, after) ` +
    `select state.state, before.json::text, after.json::text from state left join before on true left join after on true`;
  return { text, values: params.values };
}

/** As `toUpdate`. What belongs to the record goes with it; what refers to it makes the statement fail. */
export function toRemove(resource: Resource, by: Actor, id: string, expected: Expected): Statement {
  const params = [id, by.userId, expected === '*' ? null : expected];
  const table = quoteName(resource.name);
  const text =
    `with ${current(resource, 'false')}, before as (${documents('old', resource, [])}), ` +
    `gone as (delete from ${table} r using state where r._id = $1 and state.state = 'written' returning r._version), ` +
    `log as (insert into backoffice.history (by, resource, record_id, operation, version, before) ` +
    `select $2, ${quoteText(resource.name)}, $1, 'delete', gone._version, before.json::jsonb from gone, before) ` +
    `select state.state, before.json::text from state left join before on true`;
  return { text, values: params };
}

/**
 * The record as the statement's snapshot has it (`seen`) and, locked, as it is now (`old`). Members
 * are only seen in the snapshot, so when the two differ they may not belong to the record as it is.
 */
function current(resource: Resource, same: string): string {
  const table = quoteName(resource.name);
  return (
    `seen as (select _version from ${table} where _id = $1), ` +
    `old as (select * from ${table} where _id = $1 for update), ` +
    `state as (select case when seen._version is distinct from r._version then 'moved' ` +
    `when r._version <> $3::int then 'stale' when ${same} then 'same' else 'written' end as state ` +
    `from old r left join seen on true)`
  );
}

/** Has the record all these values already? */
function sameAs(written: readonly Written[]): string {
  const same = written.map(({ place, column, param }) =>
    place.shape === 'join'
      ? `array(select j.target from ${place.sql} j where j.owner = r._id order by j.position) = ${param}`
      : `r.${column} is not distinct from ${param}`,
  );
  return same.join(' and ') || 'true';
}

function documents(
  source: string,
  resource: Resource,
  members: readonly Written[],
  isNew = false,
): string {
  const known = new Map(members.map(({ field, param }) => [field.name, param]));
  const columns = recordColumns(resource, answeredNames(resource, undefined), {
    // What this statement writes it cannot read back; of a new record nothing else is there.
    members: ({ name }) => known.get(name) ?? (isNew ? "'{}'::text[]" : undefined),
  });
  return `select row_to_json(x) as json ${selectJson(source, columns)}`;
}

function insertMembers({ place, param }: Written, condition: string): string {
  return (
    `insert into ${place.sql} (owner, position, target) ` +
    `select $1, n, t from unnest(${param}) with ordinality as u(t, n) ${condition} ` +
    `on conflict (owner, target) do update set position = excluded.position ` +
    `where ${place.sql}.position <> excluded.position`
  );
}

function deleteMembers({ place, param }: Written): string {
  return `delete from ${place.sql} where owner = $1 and target <> all(${param}) and exists (select from new)`;
}
