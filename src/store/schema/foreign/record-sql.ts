import {
  tableKey,
  type ForeignKey,
  type ForeignTable,
  type ReadAs,
} from '../../../descriptor/infer/foreign-table.ts';
import type { TakenTable } from '../../../descriptor/infer/infer-tables.ts';
import { quoteName, quoteText } from '../../connection/sql.ts';

/** One statement for all records of a table, each a line of JSON as an import takes it. */
export function recordSql(taken: TakenTable, all: readonly TakenTable[]): string {
  const target = (key: ForeignKey): TakenTable =>
    all.find(({ table }) => tableKey(table) === tableKey(key.to))!;
  const values = taken.fields.map((source) => {
    const name = quoteName(source.field);
    if ('column' in source)
      return `${valueSql(`t.${quoteName(source.column)}`, source.readAs)} as ${name}`;
    if ('reference' in source) {
      const { reference } = source;
      const to = target(reference);
      return `(select ${nameSql(to, 'o')} from ${tableSql(to.table)} o where ${matching(reference, 't', 'o')} limit 1) as ${name}`;
    }
    const { table, owner, target: other, position } = source.join;
    const to = target(other);
    const order = [...(position === undefined ? [] : [position]), ...other.columns];
    return (
      `(select coalesce(json_agg(${nameSql(to, 'o')} order by ${order.map((each) => `j.${quoteName(each)}`).join(', ')}), '[]') ` +
      `from ${tableSql(table)} j join ${tableSql(to.table)} o on ${matching(other, 'j', 'o')} where ${matching(owner, 'j', 't')}) as ${name}`
    );
  });
  // Rows that are the same in everything are counted, so that each is a record of its own.
  const twin = `row_number() over (partition by t::text)`;
  const picked = [`${idSql(taken, 't', twin)} as "_id"`, ...values];
  return `select row_to_json(x)::text as line from (select ${picked.join(', ')} from ${tableSql(taken.table)} t) x`;
}

/** `only`: what inherits from a table is a table of its own here; partitions belong to the whole. */
export function tableSql({
  schema,
  name,
  kind,
}: Pick<ForeignTable, 'schema' | 'name' | 'kind'>): string {
  return `${kind === 'table' ? 'only ' : ''}${quoteName(schema)}.${quoteName(name)}`;
}

export function valueSql(value: string, how: ReadAs): string {
  return conversions[how](value);
}

const conversions: Readonly<Record<ReadAs, (value: string) => string>> = {
  text: (value) => `${value}::text`,
  trimmed: (value) => `rtrim(${value}::text)`,
  number: (value) => value,
  // Without the sign of the currency.
  money: (value) => `${value}::numeric`,
  moment: (value) =>
    // What has no such form is left as it is, for the import to say so.
    `case when isfinite(${value}) and ${value} >= '0001-01-01' then to_char(${value}, ${quoteText('YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')}) else ${value}::text end`,
  json: (value) => `to_json(${value})`,
};

/** What a file calls a record: its import key, else its `_id`. */
function nameSql(taken: TakenTable, alias: string): string {
  const { fields, resource } = taken;
  const key = fields.find(
    (source) => 'column' in source && source.field === resource.importKey?.field,
  );
  if (key && 'column' in key) return valueSql(`${alias}.${quoteName(key.column)}`, key.readAs);
  return idSql(taken, alias, '1');
}

function idSql({ id: { columns, isHashed } }: TakenTable, alias: string, twin: string): string {
  if (columns.length === 0) return `md5(${alias}::text || '#' || ${twin})`;
  const values = columns.map((column) => `${alias}.${quoteName(column)}`);
  return isHashed ? `md5(row(${values.join(', ')})::text)` : `${values[0]}::text`;
}

function matching({ columns, targets }: ForeignKey, from: string, to: string): string {
  return columns
    .map(
      (column, index) => `${to}.${quoteName(targets[index] ?? '')} = ${from}.${quoteName(column)}`,
    )
    .join(' and ');
}
