import type pg from 'pg';
import type { Socket } from 'node:net';
import type { WriteLine } from './csv-line.ts';
import { takeRows, type TakeRow } from './whole-messages.ts';

/** Whole rows as bytes, which are good until the next are asked for. */
export type CopiedRows = { bytes: Uint8Array; rows: number };

/**
 * The rows of a `COPY … TO STDOUT` in CSV, each written as a line of a file. When nobody takes them PostgreSQL stops sending; a reader who leaves in the middle
 * leaves a connection that is of no more use.
 */
export async function* copyRows(
  client: pg.PoolClient,
  text: string,
  writeLine: WriteLine,
): AsyncGenerator<CopiedRows, 'whole'> {
  const copy = createCopy(text, writeLine);
  client.query(copy as unknown as pg.Submittable);
  for (;;) {
    const taken = copy.take();
    if (taken) yield taken;
    else if (copy.failure) throw copy.failure;
    else if (copy.isOver) return 'whole';
    else await heard(client, copy.more());
  }
}

/** Milliseconds without a byte after which the server is taken for gone; it may have much to sort first. */
const SILENCE = 25_000;

async function heard(client: pg.PoolClient, more: Promise<void>): Promise<void> {
  const { stream } = (client as unknown as { connection: Connection }).connection;
  let received = stream.bytesRead;
  const timer = setInterval(() => {
    if (stream.bytesRead === received) stream.destroy();
    received = stream.bytesRead;
  }, SILENCE);
  await more;
  clearInterval(timer);
}

/** So much is given at a time; more of it is memory that full collections have to find. */
const PIECE = 64 * 1_024;

/** A query of its own kind, as the driver lets them be written (`pg.Submittable`). */
function createCopy(text: string, writeLine: WriteLine) {
  let connection: Connection | undefined;
  let leave = (): void => {};
  let filling = Buffer.allocUnsafe(PIECE);
  let given = Buffer.allocUnsafe(PIECE);
  let size = 0;
  let rows = 0;
  let wake = (): void => {};
  const takeRow: TakeRow = (line, from, to) => {
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

    submit(on: Connection): void {
      connection = on;
      leave = takeRows(connection.stream, 'copy', takeRow);
      connection.query(text);
    },
    handleError(error: Error): void {
      this.failure = error;
      wake();
    },
    handleReadyForQuery(): void {
      leave();
      this.isOver = true;
      wake();
    },
    handleCommandComplete(): void {},
  };
}

type Connection = { query(text: string): void; stream: Socket };

function enlarge(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger);
  return larger;
}
