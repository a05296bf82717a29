import { requireLast } from '../../../fields/require-entry.ts';
import type { Violations } from '../../../contract/meta.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { titleFor } from '../../../descriptor/title.ts';
import type { Field } from '../../../fields/type/field.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import type { Renames } from './find-renames.ts';

/** A finding of up to so many records comes with a filter by `_id`. */
const MOST_IDS = 100;

/** How many records of a finding are shown. */
const MOST_SAMPLES = 5;

/** The records that do not meet a rule: how many, a few with their value, and their ids while there are few. */
type Finding = { count: number; sample: { _id: string; value: unknown }[]; ids: string[] };

export function newFinding(): Finding {
  return { count: 0, sample: [], ids: [] };
}

export function addToFinding(finding: Finding, _id: string, value: unknown): void {
  finding.count += 1;
  if (finding.sample.length < MOST_SAMPLES) finding.sample.push({ _id, value });
  if (finding.ids.length < MOST_IDS) finding.ids.push(_id);
}

/** Reads all rows; the statement selects the next batch after the `_id` in `$1`, in the order of `_id`. */
export async function* readInBatches<Row extends { _id: string }>(sql: QueryRunner, text: string) {
  for (let last = ''; ;) {
    const rows = await sql.rows<Row>(text, [last]);
    if (rows.length === 0) return;
    last = requireLast(rows)._id;
    yield rows;
  }
}

type At = { resource: Resource; renames: Renames };

/** Some of the records that meet a condition, with their titles. */
export async function sampleRows(
  sql: QueryRunner,
  { resource, renames }: At,
  condition: string,
  field?: string,
): Promise<Violations['sample']> {
  const { name: table } = resource;
  const text = `select _id, to_jsonb(${quoteName(table)}) as record from ${quoteName(table)} where ${condition} order by _id limit ${MOST_SAMPLES}`;
  const rows = await sql.rows<{ _id: string; record: Record<string, unknown> }>(
    renames.inOldNames(text, table),
  );
  const names = [...resource.fields.keys()];
  const style = { language: 'en', timeZone: resource.timeZone };
  return rows.map(({ _id, record }) => {
    const valueOf = (name: string) => record[renames.oldColumn(table, name)];
    const values = Object.fromEntries(
      names.map((name) => [name, inOwnType(resource.fields.get(name), valueOf(name))]),
    );
    const value = field === undefined ? null : (valueOf(field) ?? null);
    return { _id, title: titleFor(style, resource, { ...values, _id }), value };
  });
}

/** A column may still have its former type, and a decimal is text in JSON where a number is not. */
function inOwnType(field: Field | undefined, value: unknown): unknown {
  const isDecimal = field?.kind.column(field.settings).sql === 'numeric';
  return isDecimal && typeof value === 'number' ? String(value) : value;
}

/** Adds titles to samples that lack them. */
export async function withTitles(
  sql: QueryRunner,
  at: At,
  { count, sample, ids }: Finding,
): Promise<Violations> {
  const list = sample.map(({ _id }) => quoteText(_id)).join(', ');
  const rows = list === '' ? [] : await sampleRows(sql, at, `_id in (${list})`);
  const titles = new Map(rows.map(({ _id, title }) => [_id, title]));
  return {
    count,
    sample: sample.map((one) => ({ ...one, title: titles.get(one._id) ?? one._id })),
    ...(ids.length === count && { where: { _id_in: ids } }),
  };
}
