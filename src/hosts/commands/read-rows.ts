import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { parse } from 'csv-parse';
import type { Row } from '../../descriptor/infer/column-facts.ts';
import { readJsonRows } from '../../exchange/json-rows.ts';
import { Refusal, toLine } from '../refusal.ts';

/** So many rows tell what a column is; a file may have any number more. */
export const mostRows = 50_000;

export type RowsFile = { name: string; rows: Row[]; isWritten: boolean; isCut: boolean };

/** The first rows of a JSON array, NDJSON, CSV, TSV or `;`-separated file. */
export async function readRows(path: string): Promise<RowsFile> {
  const extension = extname(path).toLowerCase();
  const read = readers[extension];
  if (!read) {
    throw new Refusal([`${path}: files end in ${Object.keys(readers).join(', ')}`]);
  }
  const rows: Row[] = [];
  try {
    for await (const row of read(path)) {
      rows.push(row);
      if (rows.length === mostRows) break;
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal([`${path}: ${(error as Error).message}`], { cause: error });
  }
  if (rows.length === 0) throw new Refusal([`${path}: there is no record in it`]);
  return {
    name: basename(path, extname(path)),
    rows,
    isWritten: read === readTable,
    isCut: rows.length === mostRows,
  };
}

const readers: Readonly<Record<string, (path: string) => AsyncIterable<Row>>> = {
  '.json': readJson,
  '.ndjson': readJson,
  '.jsonl': readJson,
  '.csv': readTable,
  '.tsv': readTable,
};

async function* readJson(path: string): AsyncIterable<Row> {
  for await (const batch of readJsonRows(createReadStream(path))) {
    for (const row of batch) {
      if ('problem' in row) throw new Refusal([`${path}, row ${row.row}: ${toLine(row.problem)}`]);
      if (typeof row.value !== 'object' || row.value === null || Array.isArray(row.value)) {
        throw new Refusal([`${path}, row ${row.row}: a record is an object in { }`]);
      }
      yield row.value as Row;
    }
  }
}

async function* readTable(path: string): AsyncIterable<Row> {
  let header: string[] | undefined;
  const cells = createReadStream(path).pipe(
    parse({
      bom: true,
      delimiter: ['\t', ';', ','].slice(path.endsWith('.tsv') ? 0 : 1),
      relax_column_count: true,
      skip_empty_lines: true,
    }),
  );
  for await (const line of cells as AsyncIterable<string[]>) {
    if (header) yield toRow(header, line);
    else header = checkHeader(path, line);
  }
}

/** A name that stands twice, or is missing, would lose a column without a word. */
function checkHeader(path: string, header: string[]): string[] {
  const lines = header.flatMap((name, index) => {
    if (name.trim() === '') return [`${path}: column ${index + 1} has no name in the first line`];
    return header.indexOf(name) === index ? [] : [`${path}: two columns are called «${name}»`];
  });
  if (lines.length > 0) throw new Refusal(lines);
  return header;
}

function toRow(header: readonly string[], line: readonly string[]): Row {
  return Object.fromEntries(header.map((name, index) => [name, line[index] ?? '']));
}
