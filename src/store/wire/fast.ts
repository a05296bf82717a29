import type pg from 'pg';
import { copyRows } from './copy-rows.ts';
import { createLineWriter } from './csv-line.ts';
import { createJsonLineWriter } from './json-line.ts';
import { createPageReader } from './list-page.ts';
import { RowQuery } from './row-query.ts';
import type { CopyShape, Wire } from './wire.ts';

/** Writes JSON and CSV of the bytes PostgreSQL sends where they are received, past the driver. */
export const fast: Wire = {
  readPage: (connection, query, shape) =>
    new Promise((resolve, reject) => {
      const page = createPageReader(shape);
      const ended = (error?: Error | null) => (error ? reject(error) : resolve(page.end()));
      (connection as Submits).query(new RowQuery(query, page.takeRow), undefined, ended);
    }),

  copyOut: (client, select, shape) => {
    const { as, writeLine } = toCopy(shape);
    return copyRows(client, `copy (${select}) to stdout (${as})`, writeLine);
  },
};

/** What the driver says nothing of in its types. */
type Submits = {
  query(query: pg.Submittable, values: undefined, ended: (error?: Error | null) => void): void;
};

function toCopy(shape: CopyShape) {
  if ('kinds' in shape) {
    const { kinds, delimiter } = shape;
    const as = `format csv, delimiter E'\\x${delimiter.charCodeAt(0).toString(16).padStart(2, '0')}'`;
    return { as, writeLine: createLineWriter(kinds, delimiter) };
  }
  return { as: AS_IT_IS, writeLine: createJsonLineWriter(shape.parts, shape.between) };
}

/** No JSON has these signs bare, so that nothing is put in quotes and no `\` is doubled. */
const AS_IT_IS = `format csv, quote E'\\x01', delimiter E'\\x02'`;
