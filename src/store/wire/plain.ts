import pg from 'pg';
import { toSpreadsheetText } from '../../fields/text/spreadsheet-text.ts';
import { writeList } from '../../fields/text/written-list.ts';
import { dropWhenSilent } from './drop-when-silent.ts';
import type { CellKind, CopyShape, JsonColumn, JsonForm, PageShape, Wire } from './wire.ts';
import { requireItem, requireValue } from '../../fields/require-entry.ts';

/** Writes JSON and CSV from rows the driver parsed, each value as the text PostgreSQL writes. */
export const plainWire: Wire = {
  async readPage(connection, query, shape) {
    const { rows } = await connection.query<Row>({ ...AS_TEXTS, ...query });
    const { perPage, keys } = shape;
    const firstKey = shape.hasAbout ? 1 : 0;
    const records = rows.slice(0, perPage).map(createRecordWriter(shape));
    const last = rows[perPage - 1];
    return {
      json: Buffer.from(`[${records.join(',')}]`),
      rows: rows.length,
      about: (shape.hasAbout && rows.find(([about]) => about !== null)?.[0]) || undefined,
      keys: last ? last.slice(firstKey, firstKey + keys) : [],
    };
  },

  async *copyOut(client, select, shape) {
    // All rows are needed, so the plan that finds the first ones fastest would be the wrong one.
    await client.query('set local cursor_tuple_fraction = 1');
    await dropWhenSilent(client, client.query(`declare rows no scroll cursor for ${select}`));
    const fetch = (count: number) =>
      dropWhenSilent(client, client.query<Row>({ ...AS_TEXTS, text: `fetch ${count} from rows` }));
    let next = fetch(FIRST);
    for (;;) {
      const { rows } = await next;
      if (rows.length === 0) return;
      const bytes = Buffer.from(rows.map((row) => writeLine(row, shape)).join(''));
      // PostgreSQL fetches the next rows while these are sent.
      next = fetch(nextCount(rows.length, bytes.length));
      next.catch(() => undefined); // seen above, unless the reader has left
      yield { bytes, rows: rows.length };
    }
  },
};

type Row = (string | null)[];

const AS_TEXTS = { rowMode: 'array', types: { getTypeParser: () => String } } as const;

const FIRST = 50;

/** How many rows make a megabyte if they are as large as the last ones. */
function nextCount(rows: number, size: number): number {
  return Math.min(1_000, Math.max(1, Math.round((2 ** 20 * rows) / size)));
}

/** Writes the record of a row, which follows the other cells. */
function createRecordWriter({ columns, hasAbout, keys }: PageShape): (row: Row) => string {
  const first = (hasAbout ? 1 : 0) + keys;
  const cells = columns.map((column, index) => ({
    column,
    head: `${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`,
    at: first + index,
  }));
  return (row) => {
    let record = '';
    for (const { column, head, at } of cells) record += head + writeJson(row[at] ?? null, column);
    return `${record}}`;
  };
}

function writeJson(text: string | null, { form, many }: Omit<JsonColumn, 'name'>): string {
  if (text === null) return 'null';
  if (!many) return json[form](text);
  const members = parseArray(text).map((member) => writeJson(member, { form }));
  return `[${members.join(',')}]`;
}

const json: Readonly<Record<JsonForm, (text: string) => string>> = {
  // `NaN` and `Infinity`, which only other programs can have written, are not JSON numbers.
  plain: (text) => (/^-?[NI]/.test(text) ? JSON.stringify(text) : text),
  text: JSON.stringify,
  boolean: (text) => String(text === 't'),
  moment: (text) => JSON.stringify(toRfcMoment(text, 3)),
};

function writeLine(row: Row, shape: CopyShape): string {
  if ('kinds' in shape) {
    const { kinds, delimiter } = shape;
    const cells = row.map((text, at) =>
      text === null ? '' : csv[requireItem(kinds, at)](text, delimiter),
    );
    return `${cells.join(delimiter)}\r\n`;
  }
  const members = shape.parts.map((part, at) => {
    const text = row[at] ?? null;
    if (part === 'object') return requireValue(text, 'object').slice(1, -1);
    const moment = text === null ? 'null' : `"${toRfcMoment(text)}"`;
    return `${JSON.stringify(part.moment)}:${moment}`;
  });
  return `${shape.between}{${members.join(',')}}`;
}

const csv: Readonly<Record<CellKind, (text: string, delimiter: string) => string>> = {
  plain: (text) => text,
  text: (text, delimiter) => quote(toSpreadsheetText(text), delimiter),
  list: (text, delimiter) => {
    const members = parseArray(text).map((member) => member ?? 'NULL');
    return members.length === 0 ? '' : quote(toSpreadsheetText(writeList(members)), delimiter);
  },
  moment: (text) => toRfcMoment(text),
  // Writes an exponent only where JavaScript does.
  number: (text) => (text.includes('e') ? String(Number(text)) : text),
};

/** An empty text gets quotes, unlike a null cell. */
function quote(text: string, delimiter: string): string {
  const isBare = text !== '' && !/["\r\n]/.test(text) && !text.includes(delimiter);
  return isBare ? text : `"${text.replaceAll('"', '""')}"`;
}

// The driver's types know no arrays.
const TEXT_ARRAY: number = 1009;
const parseArray: (text: string) => Row = pg.types.getTypeParser(TEXT_ARRAY);

/** `2026-01-01 12:00:00.25+00` becomes `2026-01-01T12:00:00.250Z`; any other text stays. */
function toRfcMoment(text: string, mostDigits = 6): string {
  if (text[10] !== ' ' || text.at(-3) !== '+') return text;
  const digits = text.slice(20, -3).slice(0, mostDigits).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${digits}Z`;
}
