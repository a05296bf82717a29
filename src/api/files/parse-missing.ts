import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { oneRecordPaging } from '../../descriptor/filter/filter.ts';

import type { Moment } from '../../descriptor/filter/tokens.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import { isObject, type JsonObject } from '../../descriptor/json-object.ts';
import { problem, type Problem } from '../../fields/problem.ts';
import type { ImportParts, MissingOptions } from '../../files/import/import-parts.ts';
import type { QueryRunner, Store } from '../../store/store.ts';
import { createdIn } from '../../store/system/past/record-history.ts';
import { parseConstants, parseObject } from './parse-mapping.ts';

/**
 * Parses `{ "where": { … }, "set": { "field": "text" } }`: the records that a file is expected to have, and the values of
 * those that it lacks.
 */
export function parseMissing(
  resource: Resource,
  fields: ReadonlyMap<string, string>,
  problems: Problem[],
): MissingOptions | undefined {
  if (!fields.get('missing')) return undefined;
  const { where, set, ...others } = parseObject(fields.get('missing'), 'missing', problems);
  for (const name of Object.keys(others)) problems.push(problem('Q001', `missing.${name}`));
  // An empty filter means all records, and somebody has to say so.
  if (!isObject(where)) problems.push(problem('V001', 'missing.where'));
  if (![`update`, `upsert`].includes(fields.get('mode') ?? ''))
    problems.push(problem('I005', 'mode', { expected: 'update, upsert' }));
  const values = parseConstants(
    resource,
    set === undefined ? undefined : JSON.stringify(set),
    problems,
    'missing.set',
  );
  return { where: isObject(where) ? where : {}, ...(values.size > 0 && { set: values }) };
}

type Asker = { descriptor: Descriptor; role: string; moment: Moment };

/** The problems of the filter for this caller. */
export function checkMissing(
  asker: Asker,
  resource: Resource,
  { where }: MissingOptions,
): Problem[] {
  const read = parseWhere({ ...asker, resource, where });
  return 'problems' in read ? read.problems : [];
}

/**
 * Lists the records that a caller sees and that match a filter. The file cannot lack those that its import has created,
 * such as the records that its rows refer to. The IDs of a million need about 40 MB.
 */
export function idListerOf(
  asker: Asker,
  { store, sql, changeSet }: { store: Pick<Store, 'stream'>; sql: QueryRunner; changeSet?: string },
): NonNullable<ImportParts['listIds']> {
  return async function* (resource: Resource, where: JsonObject) {
    const read = parseWhere({ ...asker, resource, where });
    if ('problems' in read) throw new Error('the filter for missing records was not checked');
    const query = { ...read, ...oneRecordPaging, fields: [] };
    for await (const rows of store.stream(resource, query, [])) {
      const ids = rows.map((text) => (JSON.parse(text) as { _id: string })._id);
      const own =
        changeSet === undefined
          ? new Set<string>()
          : await createdIn(sql, { changeSet, resource: resource.name }, ids);
      yield ids.filter((id) => !own.has(id));
    }
  };
}
