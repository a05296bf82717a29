import type { Socket } from 'node:net';
import type pg from 'pg';
import { createLineWriter, type WriteLine } from './csv-line.ts';
import { createJsonLineWriter } from './json-line.ts';
import { createPageReader, RowQuery } from './row-query.ts';
import type { CopyShape, Wire, CopiedRows } from './wire.ts';
import { dropWhenSilent } from './drop-when-silent.ts';
import { receiveRows, type TakeRow } from './whole-messages.ts';

/** Writes JSON and CSV from the bytes PostgreSQL sends where they arrive, bypassing the driver. */
export const fastWire: Wire = {
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

/** What the driver's types leave out. */
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

/** JSON never contains these characters unescaped, so nothing is quoted and no `\` is doubled. */
const AS_IT_IS = `format csv, quote E'\\x01', delimiter E'\\x02'`;

/**
 * Runs a `COPY … TO STDOUT` and yields its rows, each written by `writeLine`. PostgreSQL stops sending while nobody
 * asks for more. If the reader leaves before the end, the connection must be closed.
 */
export async function* copyRows(
  client: pg.Client,
  text: string,
  writeLine: WriteLine,
): AsyncGenerator<CopiedRows> {
  const copy = createCopy(text, writeLine);
  client.query(copy);
  for (;;) {
    const taken = copy.take();
    if (taken) yield taken;
    else if (copy.failure) throw copy.failure;
    else if (copy.isOver) return;
    else await dropWhenSilent(client, copy.more());
  }
}

/** The size of one chunk; larger ones are memory that full collections have to find. */
const PIECE = 64 * 1_024;

/** A query of our own kind, which the driver supports (`pg.Submittable`). */
function createCopy(text: string, writeLine: WriteLine) {
  let connection: pg.Connection | undefined;
  let leave: ReturnType<typeof receiveRows> = () => undefined;
  let filling = Buffer.allocUnsafe(PIECE);
  let given = Buffer.allocUnsafe(PIECE);
  let size = 0;
  let rows = 0;
  let wake = (): void => {};
  const onRow: TakeRow = (line, from, to) => {
    const most = size + writeLine.mostFor(to - from);
    if (most > filling.length) filling = enlarge(filling, most + PIECE);
    size = writeLine(line, from, to, filling, size);
    rows += 1;
    if (size < PIECE) return;
    connection?.stream.pause();
    wake();
  };
  return {
    failure: undefined as Error | undefined,
    isOver: false,
    take(): CopiedRows | undefined {
      if (size === 0 || (size < PIECE && !this.isOver)) return undefined;
      const taken = { bytes: filling.subarray(0, size), rows };
      [filling, given] = [given, filling];
      size = rows = 0;
      connection?.stream.resume();
      return taken;
    },
    more: (): Promise<void> => new Promise((resolve) => (wake = resolve)),

    submit(on: pg.Connection): void {
      connection = on;
      leave = receiveRows(connection.stream as Socket, 'copy', onRow);
      connection.query(text);
    },
    handleError(error: Error): void {
      // The driver does not report the end of a statement that failed.
      leave();
      this.failure = error;
      wake();
    },
    handleReadyForQuery(): void {
      this.failure = leave();
      this.isOver = true;
      wake();
    },
    handleCommandComplete(): void {},
  };
}

function enlarge(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger);
  return larger;
}
