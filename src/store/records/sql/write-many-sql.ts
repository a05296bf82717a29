import type { Resource } from '../../../descriptor/descriptor.ts';
import { numberedFields } from '../../../fields/type/numbering.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import { WRITER } from '../../schema/writer.ts';
import { cachePerResource, storedFieldsNamed, type StoredField } from './stored-fields.ts';
import { historyNames, recordColumns, selectJson } from '../../schema/record-json.ts';

/**
 * Creates a set of records with members and history. Parameters: the records as a JSON array of objects with `_id` and
 * the fields, who creates them, the way, the change set and the key. One parameter for all makes the statement the same for any number. The records may
 * refer to each other, because PostgreSQL checks references when all exist. Records that come back have `~stamps`, an
 * object of their former version and stamps. Returns `_id` and version of those that do not begin at 1.
 */
export function createManyText(resource: Resource, names: readonly string[], comeBack: boolean) {
  return cachePerResource(
    resource,
    `${comeBack ? 'bring back' : 'create'} many ${names.join()}`,
    () => {
      const fields = storedFieldsNamed(resource, names);
      const columns = fields.filter(({ isJoin }) => !isJoin);
      const next = nextVersion(resource, 'i._id');
      const numbers = givenNumbers(resource, 'n');
      return (
        `with input as materialized (${readInput(fields, comeBack ? ', "~stamps" json' : '')}), ` +
        `new as (insert into ${quoteName(resource.name)} ` +
        `(_id, _version, ${comeBack ? STAMPS : '"createdBy", "updatedBy"'}${columns.map(({ column }) => `, ${column}`).join('')}) ` +
        `select i._id, ${comeBack ? `greatest(s._version, ${next}), ${STAMPS}` : `${next}, $2, ${tellWriter('$2')}`}` +
        `${columns.map((field) => `, ${valueOf(field)}`).join('')} ` +
        `from input i${comeBack ? `${READ_STAMPS} where ${writerIsTold('$2')}` : ''} order by i."~row" returning _id, _version${returnNumbers(resource)}), ` +
        fields
          .filter(({ isJoin }) => isJoin)
          .map((field, index) => `m${index} as (${insertMembers(field, 'input')}), `)
          .join('') +
        `log as (insert into backoffice.history (by, resource, record_id, operation, version, after, way, change_set, key) ` +
        `select $2, ${quoteText(resource.name)}, i._id, 'create', n._version, ${DOCUMENT}${numbers && ` || ${numbers}`}, $3::text, $4::text, $5::text ` +
        `from input i join new n on n._id = i._id order by i."~row") ` +
        `select _id, _version from new where _version <> 1`
      );
    },
  );
}

/**
 * Changes the same fields of a set of records. Takes the parameters of `createManyText`, each object also with
 * `~expected`. Returns `_id`, state and version of each; the states are those of `updateText`, and `missing`.
 */
export function updateManyText(resource: Resource, names: readonly string[]): string {
  return cachePerResource(resource, `update many ${names.join()}`, () => {
    const fields = storedFieldsNamed(resource, names);
    const columns = fields.filter(({ isJoin }) => !isJoin);
    const table = quoteName(resource.name);
    return (
      `with input as materialized (${readInput(fields, ', "~expected" bigint')}), ` +
      // Materialized: the planner cannot know how many records come, and would look it up again for each.
      `seen as materialized (select r._id, r._version from ${table} r where r._id in (select _id from input)), ` +
      // Always in the same order, or two imports of the same records would wait for each other.
      `old as (select * from ${table} r where r._id in (select _id from input) order by r._id for update), ` +
      `before as (select r._id, to_jsonb(x) as doc ${selectJson('old', recordColumns(resource, names))}), ` +
      `state as (select i._id, r._version, case when r._id is null then 'missing' ` +
      `when seen._version is distinct from r._version then 'moved' ` +
      `when i."~expected" <> r._version then 'stale' ` +
      `when b.doc = ${DOCUMENT} then 'same' else 'written' end as state ` +
      `from input i left join old r on r._id = i._id left join seen on seen._id = i._id ` +
      `left join before b on b._id = i._id), ` +
      `written as (select i.* from input i join state s on s._id = i._id where s.state = 'written'), ` +
      `new as (update ${table} r set _version = r._version + 1, "updatedAt" = now(), "updatedBy" = ${tellWriter('$2')}` +
      columns.map((field) => `, ${field.column} = ${valueOf(field)}`).join('') +
      ` from written i where r._id = i._id returning r._id, r._version), ` +
      fields
        .filter(({ isJoin }) => isJoin)
        .map(
          (field, index) =>
            `d${index} as (${deleteMembers(field)}), m${index} as (${insertMembers(field, 'written')}), `,
        )
        .join('') +
      `log as (insert into backoffice.history (by, resource, record_id, operation, version, before, after, way, change_set, key) ` +
      `select $2, ${quoteText(resource.name)}, n._id, 'update', n._version, ` +
      `${changedPart('b.doc', DOCUMENT)}, ${changedPart(DOCUMENT, 'b.doc')}, $3::text, $4::text, $5::text ` +
      `from new n join before b on b._id = n._id join input i on i._id = n._id) ` +
      `select s._id, s.state, s._version + (s.state = 'written')::int from state s`
    );
  });
}

/**
 * Deletes a set of records. Parameters: a JSON array of objects with `_id` and `~expected`, who deletes them, the way,
 * the change set and the key. The records may refer to each other, because PostgreSQL checks references at the end. Returns
 * `_id`, state and the version after the deletion of each; the states are those of `updateManyText`.
 */
export function removeManyText(resource: Resource): string {
  return cachePerResource(resource, 'remove many', () => {
    const table = quoteName(resource.name);
    return (
      `with input as materialized (${readInput([], ', "~expected" bigint')}), ` +
      `seen as materialized (select r._id, r._version from ${table} r where r._id in (select _id from input)), ` +
      `old as (select * from ${table} r where r._id in (select _id from input) order by r._id for update), ` +
      `docs as (select r._id, row_to_json(x)::jsonb as doc ${selectJson('old', recordColumns(resource, historyNames(resource)))}), ` +
      `state as (select i._id, r._version, case when r._id is null then 'missing' ` +
      `when seen._version is distinct from r._version then 'moved' ` +
      `when i."~expected" <> r._version then 'stale' else 'written' end as state ` +
      `from input i left join old r on r._id = i._id left join seen on seen._id = i._id), ` +
      `gone as (delete from ${table} r using state s where r._id = s._id and s.state = 'written' and ${writerIsTold('$2')} ` +
      `returning r._id, r._version), ` +
      `log as (insert into backoffice.history (by, resource, record_id, operation, version, before, way, change_set, key) ` +
      `select $2, ${quoteText(resource.name)}, g._id, 'delete', g._version + 1, d.doc, $3::text, $4::text, $5::text ` +
      `from gone g join docs d on d._id = g._id returning seq, record_id)${moveToTrash(resource)} ` +
      `select s._id, s.state, s._version + (s.state = 'written')::int from state s`
    );
  });
}

/** Lists what `log` has deleted in the trash; the history keeps the records themselves. */
export function moveToTrash({ name, trash }: Resource): string {
  if (trash.days === 0) return '';
  return (
    `, bin as (insert into backoffice.trash (resource, record_id, seq) ` +
    `select ${quoteText(name)}, record_id, seq from log ` +
    `on conflict (resource, record_id) do update set seq = excluded.seq, at = excluded.at)`
  );
}

/**
 * Where the versions of a new record begin: after the last one its `_id` ever had. So no version comes twice, and a
 * version that somebody still holds of a deleted record never matches the new one.
 */
export function nextVersion(resource: Resource, id: string): string {
  return (
    `1 + coalesce((select h.version from backoffice.history h ` +
    `where h.resource = ${quoteText(resource.name)} and h.record_id = ${id} order by h.seq desc limit 1), 0)`
  );
}

/** The entries of a document whose values differ in the other document. */
export function changedPart(doc: string, other: string): string {
  return (
    `(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(${doc}) e ` +
    `where e.value is distinct from ${other} -> e.key)`
  );
}

/** Who writes, a parameter: each written row says it to the triggers that judge checks. */
export function tellWriter(param: string): string {
  return `nullif(set_config(${quoteText(WRITER)}, coalesce(${param}::text, ''), true), '')`;
}

/** The same where no column says who writes. */
export function writerIsTold(param: string): string {
  return `set_config(${quoteText(WRITER)}, coalesce(${param}::text, ''), true) is not null`;
}

/** The columns that the database numbers, to be returned by the statement that creates records. */
export function returnNumbers(resource: Resource): string {
  return numberedFields(resource)
    .map(({ name }) => `, ${quoteName(name)}`)
    .join('');
}

/** The numbers that records were given, as a JSON object; '' where the resource has none. */
export function givenNumbers(resource: Resource, row: string): string {
  const pairs = numberedFields(resource).map(
    ({ name }) => `${quoteText(name)}, ${row}.${quoteName(name)}`,
  );
  return pairs.length === 0 ? '' : `jsonb_build_object(${pairs.join(', ')})`;
}

const DOCUMENT = `(i."~doc" - '{_id,~expected,~stamps}'::text[])`;

const STAMPS = '"createdAt", "updatedAt", "createdBy", "updatedBy"';
const READ_STAMPS =
  ' cross join lateral json_to_record(i."~stamps") as s(_version int, "createdAt" timestamptz, ' +
  '"updatedAt" timestamptz, "createdBy" text, "updatedBy" text)';

/** The fields of one object of the input, without the keys that identify the record. */
function readInput(fields: readonly StoredField[], more: string): string {
  const columns = fields.map(({ column, type }) => `, ${column} ${type}`).join('');
  return (
    `select x.*, e.value::jsonb as "~doc", e.ordinality as "~row" ` +
    `from json_array_elements($1::json) with ordinality e ` +
    `cross join lateral json_to_record(e.value) as x("_id" text${columns}${more})`
  );
}

function valueOf({ column, isMany }: StoredField): string {
  return isMany ? `coalesce(i.${column}, '{}')` : `i.${column}`;
}

function insertMembers({ place, column }: StoredField, source: string): string {
  return (
    `insert into ${place.sql} (owner, position, target) ` +
    `select i._id, u.n, u.t from ${source} i ` +
    `cross join lateral unnest(i.${column}) with ordinality as u(t, n) ` +
    `on conflict (owner, target) do update set position = excluded.position ` +
    `where ${place.sql}.position <> excluded.position`
  );
}

function deleteMembers({ place, column }: StoredField): string {
  return (
    `delete from ${place.sql} j using written i ` +
    `where j.owner = i._id and j.target <> all(coalesce(i.${column}, '{}'))`
  );
}
