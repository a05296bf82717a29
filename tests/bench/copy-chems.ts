import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import copy from 'pg-copy-streams';
import { toChemRow } from './chem-rows.ts';

/** Copies a generated chem for each id into a table that has their columns, past everything but PostgreSQL. */
export async function copyChems(
  client: pg.Client,
  table: string,
  ids: readonly string[],
): Promise<void> {
  const names = ['_id', ...Object.keys(toChemRow(0))].map((name) => `"${name}"`).join(', ');
  const into = client.query(copy.from(`copy ${table} (${names}) from stdin with (format csv)`));
  await pipeline(Readable.from(inPieces(ids)), into);
}

function* inPieces(ids: readonly string[]): Generator<string> {
  for (let at = 0; at < ids.length; at += 500)
    yield ids
      .slice(at, at + 500)
      .map((id, more) => toLine(id, at + more))
      .join('');
}

function toLine(id: string, at: number): string {
  const cells = [id, ...Object.values(toChemRow(at))].map(toCell);
  return `${cells.map((cell) => cell && `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;
}

/** Nothing is an empty cell without quotes, as the API writes it; in quotes it would be an empty text. */
function toCell(value: string | number | boolean | string[] | null): string {
  return Array.isArray(value)
    ? `{${value.map((item) => `"${item}"`).join(',')}}`
    : `${value ?? ''}`;
}
