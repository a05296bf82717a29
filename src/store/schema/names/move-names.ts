import type { CountKey } from '../../../fields/problems/plan-texts.ts';
import { isSameJson } from '../../../descriptor/json-object.ts';
import { quoteText } from '../../connection/sql.ts';
import type { QueryRunner } from '../../store.ts';
import type { Renaming } from '../../../descriptor/names/renaming.ts';
import { documentMovers, type StoredRow } from './stored-names.ts';
import { requireValue } from '../../../fields/require-entry.ts';

/** The statements that give documents the new names, and how many documents of each kind they change. */
type Moves = { sql: string[]; counts: { noun: CountKey; count: number }[] };

/**
 * Reads all that people have stored and that names collections, fields or choices inside. The statements change only
 * what is still as it was read.
 */
export async function moveNames(sql: QueryRunner, names: Renaming): Promise<Moves> {
  const moves: Moves = { sql: [], counts: [] };
  for (const [table, mover] of Object.entries(documentMovers)) {
    // A database of an earlier version may not have it yet.
    if (!(await sql.value('select to_regclass($1)', [`backoffice.${table}`]))) continue;
    const written = Object.keys(mover.writes);
    const read = [
      // A key may be bytes, which only as text name the row again.
      ...mover.key.map((name) => `${name}::text as ${name}`),
      ...(mover.reads ?? []),
      ...written.filter((name) => !mover.key.includes(name)).map((name) => toRead(name, mover)),
    ];
    const rows = await sql.rows<StoredRow>(
      `select ${[...new Set(read)].join(', ')} from backoffice.${table} where ${mover.rows ?? 'true'} order by ${mover.key.join(', ')}`,
    );
    const changes = rows
      .map((row) => toUpdate(table, row, mover.rename(names, row)))
      .filter((change) => change.length > 0);
    moves.sql.push(...changes.flat());
    if (changes.length > 0) moves.counts.push({ noun: mover.noun, count: changes.length });
  }
  return moves;
}

type Mover = (typeof documentMovers)[string];

function toRead(name: string, { writes }: Mover): string {
  if (writes[name] === 'json text') return `${name}::json as ${name}`;
  return writes[name] === 'text[]' ? `to_json(${name}) as ${name}` : name;
}

/** The statements that change a row; none when it stays as it is. */
function toUpdate(table: string, row: StoredRow, renamed: StoredRow): string[] {
  const { key, writes } = requireValue(documentMovers[table], table);
  const changed = Object.keys(writes).filter((name) => !isSameJson(row[name], renamed[name]));
  if (changed.length === 0) return [];
  const isRow = (of: StoredRow, names: readonly string[]): string =>
    names.map((name) => `${name} = ${quoteText(String(of[name]))}`).join(' and ');
  const set = changed.map(
    (name) => `${name} = ${toLiteral(renamed[name], requireValue(writes[name], name))}`,
  );
  const isSame = changed
    .filter((name) => !key.includes(name))
    .map((name) => ` and ${isUnchanged(name, row[name], requireValue(writes[name], name))}`);
  const update = `update backoffice.${table} set ${set.join(', ')} where ${isRow(row, key)}${isSame.join('')}`;
  if (!key.some((name) => changed.includes(name))) return [update];
  // A dropped collection of the new name may have left a row with the same key.
  return [`delete from backoffice.${table} where ${isRow({ ...row, ...renamed }, key)}`, update];
}

function toLiteral(value: unknown, type: Mover['writes'][string]): string {
  if (value === null || value === undefined) return 'null';
  if (type === 'text') return quoteText(value as string);
  const json = quoteText(JSON.stringify(value));
  if (type === 'json text') return json;
  if (type === 'jsonb') return `${json}::jsonb`;
  return `array(select jsonb_array_elements_text(${json}::jsonb))`;
}

function isUnchanged(name: string, value: unknown, type: Mover['writes'][string]): string {
  if (type === 'json text') return `${name}::jsonb = ${toLiteral(value, 'jsonb')}`;
  return `${name} is not distinct from ${toLiteral(value, type)}`;
}
