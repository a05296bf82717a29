import type { Resource } from '../../../descriptor/descriptor.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { sqlTypes } from '../../sql-types.ts';
import { cachePerResource, type StoredField } from './stored-fields.ts';
import { recordColumns, selectJson, historyNames } from '../../schema/record-json.ts';
import {
  changedPart,
  givenNumbers,
  moveToTrash,
  nextVersion,
  returnNumbers,
  tellWriter,
  writerIsTold,
} from './write-many-sql.ts';

/**
 * Creates a record with its members and its history in one statement, which returns its time and version, and the
 * numbers that it was given as JSON, if its resource has any. Parameters:
 * `_id`, who, its document for the history, the way, the change set and the key, and the values of the fields.
 */
export function createText(resource: Resource, fields: readonly StoredField[]): string {
  return cachePerResource(resource, `create ${namesOf(fields)}`, () => {
    const values = withParams(fields, 7);
    const columns = values.filter(({ isJoin }) => !isJoin);
    const members = values.filter(({ isJoin }) => isJoin);
    const numbers = givenNumbers(resource, 'new');
    return (
      `with new as (insert into ${quoteName(resource.name)} ` +
      `(_id, _version, "createdBy", "updatedBy"${columns.map(({ column }) => `, ${column}`).join('')}) ` +
      `values ($1, ${nextVersion(resource, '$1')}, $2, ${tellWriter('$2')}${columns.map(({ param }) => `, ${param}`).join('')}) ` +
      `returning "createdAt", _version${returnNumbers(resource)}), ` +
      members.map((field, index) => `m${index} as (${insertMembers(field, '')}), `).join('') +
      `log as (insert into backoffice.history (by, resource, record_id, operation, version, after, way, change_set, key) ` +
      `select $2, ${quoteText(resource.name)}, $1, 'create', new._version, $3::jsonb${numbers && ` || ${numbers}`}, $4::text, $5::text, $6::text from new) ` +
      `select ${sqlTypes.timestamptz.toJson('new."createdAt"')}, new._version${numbers && `, ${numbers}::text`} from new`
    );
  });
}

/**
 * Changes a record in one statement, with its version check and its history. Parameters: `_id`, who, the expected
 * version, the changes as a document, the way, the change set and the key, and the values. Returns a state, the record before and the time. States: `stale`
 * means another version exists, `same` that nothing changes, `moved` that the record changed between the start of the
 * statement and its turn, so the caller must read all of it again.
 */
export function updateText(resource: Resource, fields: readonly StoredField[]): string {
  return cachePerResource(resource, `update ${namesOf(fields)}`, () => {
    const values = withParams(fields, 8);
    const columns = values.filter(({ isJoin }) => !isJoin);
    const members = values.filter(({ isJoin }) => isJoin);
    const names = fields.map(({ name }) => name);
    // With one field, either all of it has changed or there was nothing to do.
    const part = names.length === 1 ? (doc: string) => doc : changedPart;
    return (
      `with ${current(resource, values.map(isSame).join(' and ') || 'true')}, ` +
      `new as (update ${quoteName(resource.name)} r set _version = r._version + 1, ` +
      `"updatedAt" = now(), "updatedBy" = ${tellWriter('$2')}${columns.map(({ column, param }) => `, ${column} = ${param}`).join('')} ` +
      `from state where r._id = $1 and state.state = 'written' returning r._version, r."updatedAt"), ` +
      members
        .map(
          (field, index) =>
            `d${index} as (${deleteMembers(field)}), ` +
            `m${index} as (${insertMembers(field, 'where exists (select from new)')}), `,
        )
        .join('') +
      `log as (insert into backoffice.history (by, resource, record_id, operation, version, before, after, way, change_set, key) ` +
      `select $2, ${quoteText(resource.name)}, $1, 'update', new._version, ` +
      `${part('b.doc', '$4::jsonb')}, ${part('$4::jsonb', 'b.doc')}, $5::text, $6::text, $7::text ` +
      `from new, (select to_jsonb(x) as doc ${selectJson('old', recordColumns(resource, names))}) b) ` +
      `select state.state, state.json::text, ${sqlTypes.timestamptz.toJson('new."updatedAt"')} ` +
      `from state left join new on true`
    );
  });
}

/**
 * Deletes a record and moves it to the trash, if its collection has one; parameters are `_id`, who, the expected
 * version, the way, the change set and the key, states those of `updateText`. Its members go with it; references to it make the
 * statement fail.
 */
export function removeText(resource: Resource): string {
  return cachePerResource(
    resource,
    'remove',
    () =>
      `with ${current(resource, 'false')}, ` +
      `gone as (delete from ${quoteName(resource.name)} r using state ` +
      `where r._id = $1 and state.state = 'written' and ${writerIsTold('$2')} returning r._version), ` +
      `log as (insert into backoffice.history (by, resource, record_id, operation, version, before, way, change_set, key) ` +
      `select $2, ${quoteText(resource.name)}, $1, 'delete', gone._version + 1, state.json::jsonb, $4::text, $5::text, $6::text ` +
      `from gone, state returning seq, record_id)${moveToTrash(resource)} ` +
      `select state.state, state.json::text from state`,
  );
}

/**
 * The record as the statement's snapshot has it (`seen`) and, locked, as it is now (`old`). Only the snapshot shows
 * members, so when the two differ the members may not belong to the record as it is now.
 */
function current(resource: Resource, same: string): string {
  const table = quoteName(resource.name);
  const columns = recordColumns(resource, historyNames(resource));
  return (
    `seen as (select _version from ${table} where _id = $1), ` +
    `old as (select * from ${table} where _id = $1 for update), ` +
    `state as (select case when seen._version is distinct from r._version then 'moved' ` +
    `when r._version <> $3::bigint then 'stale' when ${same} then 'same' else 'written' end as state, ` +
    `row_to_json(x) as json ${selectJson('old', columns)} left join seen on true)`
  );
}

type WithParam = StoredField & { param: string };

function withParams(fields: readonly StoredField[], first: number): WithParam[] {
  return fields.map((field, index) => ({ ...field, param: `$${first + index}::${field.type}` }));
}

function namesOf(fields: readonly StoredField[]): string {
  return fields.map(({ name }) => name).join();
}

/** Whether the record already has this value. Numbers without a scale are compared with the zeros at their end. */
function isSame({ isJoin, place, column, type, param }: WithParam): string {
  if (isJoin)
    return `array(select j.target from ${place.sql} j where j.owner = r._id order by j.position) = ${param}`;
  const digits = type === 'numeric' ? '::text' : '';
  return `(r.${column})${digits} is not distinct from (${param})${digits}`;
}

function insertMembers({ place, param }: WithParam, condition: string): string {
  return (
    `insert into ${place.sql} (owner, position, target) ` +
    `select $1, n, t from unnest(${param}) with ordinality as u(t, n) ${condition} ` +
    `on conflict (owner, target) do update set position = excluded.position ` +
    `where ${place.sql}.position <> excluded.position`
  );
}

function deleteMembers({ place, param }: WithParam): string {
  return `delete from ${place.sql} where owner = $1 and target <> all(${param}) and exists (select from new)`;
}
