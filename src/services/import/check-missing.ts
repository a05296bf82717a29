import type { ImportSettings } from '../../contract/import-settings.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { oneRecordPaging } from '../../descriptor/filter/filter.ts';
import type { Moment } from '../../descriptor/expression/variables.ts';
import { parseWhere } from '../../descriptor/filter/where.ts';
import type { JsonObject } from '../../descriptor/json-object.ts';
import { toSeenProblems } from '../../descriptor/permissions/seen-problems.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import type { ImportParts, MissingOptions } from '../../files/import/import-parts.ts';
import { createRowReader } from '../../files/import/rows/row-reader.ts';
import type { FilePaths } from '../../files/import/write/file-paths.ts';
import type { QueryRunner, Store } from '../../store/store.ts';
import { createdIn } from '../../store/system/past/record-history.ts';
import { checkConstants } from './check-mapping.ts';

/** Checks the records that a file is expected to have, and the values of those that it lacks. */
export function checkMissing(
  paths: Pick<FilePaths, 'settable'>,
  { missing, mode }: Pick<ImportSettings, 'missing' | 'mode'>,
  problems: Problem[],
): MissingOptions | undefined {
  if (!missing) return undefined;
  if (mode !== 'update' && mode !== 'upsert')
    problems.push(problem('I005', 'mode', { expected: 'update, upsert' }));
  if (missing.set && Object.keys(missing.set).length === 0)
    problems.push(problem('V001', 'missing.set'));
  const set = checkConstants(paths, missing.set, problems, 'missing.set');
  return { where: missing.where, ...(set.size > 0 && { set }) };
}

type Asker = { descriptor: Descriptor; role: string; moment: Moment };

/**
 * The problems of the filter and of the values for this caller. Whether a reference has its record, and what rules and
 * rights say, only shows with the records.
 */
export function checkMissingRecords(
  asker: Asker,
  resource: Resource,
  { where, set }: MissingOptions,
): Problem[] {
  const filter = parseWhere({ ...asker, resource, where });
  const read = createRowReader({ ...asker, resource }, { mapping: new Map(), constants: set });
  const values = toSeenProblems(asker, resource, read({ row: 1, value: {} }).problems);
  return [
    ...('problems' in filter ? filter.problems : []).map((one) => within('missing', one)),
    ...values.map((one) => within('missing.set', one)),
  ];
}

function within(member: string, one: Problem): Problem {
  return { ...one, path: `${member}.${one.path}` };
}

/**
 * Lists the records that a caller sees and that match a filter. The file cannot lack those that its import has created,
 * such as the records that its rows refer to. The IDs of a million need about 40 MB.
 */
export function idListerOf(
  asker: Asker,
  {
    store,
    sql,
    changeSet,
  }: { store: Pick<Store, 'stream'>; sql: QueryRunner; changeSet?: string | undefined },
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
