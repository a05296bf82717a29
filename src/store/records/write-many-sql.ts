import type { Resource } from '../../descriptor/descriptor.ts';
import { findPlace, OWN, type Place } from '../place.ts';
import type { Statement } from '../session.ts';
import { quoteName, quoteText } from '../sql.ts';
import type { Actor, ManyWrite } from '../store.ts';
import { answeredNames, recordColumns } from './record-json.ts';
import { isMany, typeOf } from './write-columns.ts';

type Member = { name: string; column: string; place: Place };

/**
 * New records with their members and their history, all by one statement: so they may refer to
 * each other whichever way they like. Their values travel as one JSON parameter, whose form is the
 * same for every set of a resource, so that the statement is prepared once.
 */
export function toCreateMany(
  resource: Resource,
  writes: readonly ManyWrite[],
  by: Actor,
): Statement {
  const names = [...resource.fields.keys()].filter((name) =>
    writes.some(({ values }) => !isNothing(values[name])),
  );
  const members = toMembers(resource, names);
  const [columns, joins] = divide(members);
  const text =
    `with ${input(members)}, ` +
    `new as (insert into ${quoteName(resource.name)} (_id, "createdBy", "updatedBy"${list(columns, ({ column }) => column)}) ` +
    `select i._id, $2, $2${list(columns, filled)} from input i returning *), ` +
    joins.map((join, at) => `m${at} as (${insertMembers(join, 'input')}), `).join('') +
    `log as (insert into backoffice.history (by, resource, record_id, operation, version, after) ` +
    `select $2, ${quoteText(resource.name)}, ${OWN}._id, 'create', 1, row_to_json(x)::jsonb ` +
    `from new ${OWN} join input i on i._id = ${OWN}._id ${document(resource, joins, true)}) ` +
    `select count(*) from new`;
  return { text, values: [toJson(writes, names), by.userId] };
}

/**
 * Changes of the same fields of many records, each with its version check and its history. It
 * answers `_id`, state and version of every record that is there; the states are those of `toUpdate`.
 */
export function toUpdateMany(
  resource: Resource,
  names: readonly string[],
  writes: readonly ManyWrite[],
  by: Actor,
): Statement {
  const members = toMembers(resource, names);
  const [columns, joins] = divide(members);
  const table = quoteName(resource.name);
  const text =
    `with ${input(members)}, ` +
    `seen as (select r._id, r._version from ${table} r join input i on i._id = r._id), ` +
    // In one order always, or two imports of the same records would wait for each other.
    `old as (select r.* from ${table} r where r._id in (select _id from input) order by r._id for update), ` +
    `state as (select r._id, case when seen._version is distinct from r._version then 'moved' ` +
    `when r._version <> i."_expected" then 'stale' when ${members.map(same).join(' and ')} then 'same' ` +
    `else 'written' end as state, r._version from old r join input i on i._id = r._id left join seen on seen._id = r._id), ` +
    `change as (select i.* from input i join state on state._id = i._id where state.state = 'written'), ` +
    `new as (update ${table} r set _version = r._version + 1, "updatedAt" = now(), "updatedBy" = $2` +
    list(columns, (each) => `${each.column} = ${filled(each)}`) +
    ` from change i where i._id = r._id returning r.*), ` +
    joins
      .map(
        (join, at) =>
          `d${at} as (${deleteMembers(join)}), m${at} as (${insertMembers(join, 'change')}), `,
      )
      .join('') +
    `before as (select ${OWN}._id, row_to_json(x)::jsonb as json from old ${OWN} join change i on i._id = ${OWN}._id ${document(resource, [], false)}), ` +
    `log as (insert into backoffice.history (by, resource, record_id, operation, version, before, after) ` +
    `select $2, ${quoteText(resource.name)}, ${OWN}._id, 'update', ${OWN}._version, before.json, row_to_json(x)::jsonb ` +
    `from new ${OWN} join before on before._id = ${OWN}._id join change i on i._id = ${OWN}._id ${document(resource, joins, false)}) ` +
    `select state._id, state.state, coalesce(new._version, state._version) from state left join new on new._id = state._id`;
  return { text, values: [toJson(writes, names), by.userId] };
}

function toMembers(resource: Resource, names: readonly string[]): Member[] {
  return names.map((name) => ({
    name,
    column: quoteName(name),
    place: findPlace(resource, name),
  }));
}

/** Columns of the table itself, and those in tables of their own. */
function divide(members: readonly Member[]): [Member[], Member[]] {
  return [
    members.filter(({ place }) => place.shape !== 'join'),
    members.filter(({ place }) => place.shape === 'join'),
  ];
}

function toJson(writes: readonly ManyWrite[], names: readonly string[]): string {
  return JSON.stringify(
    writes.map(({ id, values, expected }) => {
      const row: Record<string, unknown> = { _id: id };
      // No field begins with an underscore.
      if (typeof expected === 'number') row['_expected'] = expected;
      for (const name of names) if (!isNothing(values[name])) row[name] = values[name];
      return row;
    }),
  );
}

function input(members: readonly Member[]): string {
  const types = members.map(({ column, place }) => `, ${column} ${typeOf(place)}`).join('');
  return `input as materialized (select * from json_to_recordset($1::json) as i(_id text, "_expected" int${types}))`;
}

/** The value of a row of the input; a column of many is never null. */
function filled({ column, place }: Member): string {
  return isMany(place) ? `coalesce(i.${column}, '{}')` : `i.${column}`;
}

function same(member: Member): string {
  const { place, column } = member;
  return place.shape === 'join'
    ? `array(select j.target from ${place.sql} j where j.owner = r._id order by j.position) = ${filled(member)}`
    : `r.${column} is not distinct from ${filled(member)}`;
}

function insertMembers({ place, column }: Member, source: string): string {
  return (
    `insert into ${place.sql} (owner, position, target) ` +
    `select i._id, u.n, u.t from ${source} i cross join lateral unnest(i.${column}) with ordinality as u(t, n) ` +
    `on conflict (owner, target) do update set position = excluded.position ` +
    `where ${place.sql}.position <> excluded.position`
  );
}

function deleteMembers(member: Member): string {
  const { place } = member;
  return (
    `delete from ${place.sql} j using change i ` +
    `where j.owner = i._id and j.target <> all(${filled(member)})`
  );
}

/** The record as JSON `x`. Members that this very statement writes it cannot read back: they come from the input. */
function document(resource: Resource, written: readonly Member[], isNew: boolean): string {
  const known = new Map(written.map((member) => [member.name, filled(member)]));
  const columns = recordColumns(resource, answeredNames(resource, undefined), {
    members: ({ name }) => known.get(name) ?? (isNew ? "'{}'::text[]" : undefined),
  });
  return `cross join lateral (select ${columns}) x`;
}

function list(members: readonly Member[], toText: (member: Member) => string): string {
  return members.map((member) => `, ${toText(member)}`).join('');
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined;
}
