import type { Violations } from '../../../contract/meta.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { displayTitle } from '../../../descriptor/title.ts';
import { quoteName } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import { MOST_SAMPLES } from './convert-values.ts';
import { inOldNames, type Renames } from './find-renames.ts';

/** The `_id` is told by a filter up to so many. */
export const MOST_IDS = 100;

/** Some of the records that meet a condition, as people know them. */
export async function sampleRows(
  sql: QueryRunner,
  { resource, renames }: { resource: Resource; renames: Renames },
  condition: string,
  field: string | undefined,
): Promise<Violations['sample']> {
  const text = `select _id, to_jsonb(${quoteName(resource.name)}) as record from ${quoteName(resource.name)} where ${condition} order by _id limit ${MOST_SAMPLES}`;
  const rows = await sql.rows<{ _id: string; record: Record<string, unknown> }>(
    inOldNames(text, resource.name, renames),
  );
  const old = renames.columns.get(resource.name) ?? new Map<string, string>();
  const names = [...resource.fields.keys()];
  return rows.map(({ _id, record }) => {
    const values = Object.fromEntries(names.map((name) => [name, record[old.get(name) ?? name]]));
    const value = field === undefined ? null : (record[old.get(field) ?? field] ?? null);
    return { _id, title: displayTitle(resource, { ...values, _id }), value };
  });
}

/** Titles for samples that were taken without. */
export async function withTitles(
  sql: QueryRunner,
  at: { resource: Resource; renames: Renames },
  found: { count: number; sample: { _id: string; value: unknown }[] },
  ids: readonly string[] = [],
): Promise<Violations> {
  const list = found.sample.map(({ _id }) => `'${_id.replaceAll("'", "''")}'`).join(', ');
  const rows = list === '' ? [] : await sampleRows(sql, at, `_id in (${list})`, undefined);
  const titles = new Map(rows.map(({ _id, title }) => [_id, title]));
  return {
    count: found.count,
    sample: found.sample.map((one) => ({ ...one, title: titles.get(one._id) ?? one._id })),
    ...(ids.length === found.count && ids.length <= MOST_IDS && { where: { _id_in: ids } }),
  };
}
