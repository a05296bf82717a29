import type pg from 'pg';
import type { WriteLine } from './records/csv-line.ts';

/** What was sent since the last time: whole rows, as bytes. */
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
    else await copy.more();
  }
}

/** So much is kept before PostgreSQL is made to wait; more of it is memory that full collections have to find. */
const KEPT = 64 * 1_024;

/** A query of its own kind, as the driver lets them be written (`pg.Submittable`). */
function createCopy(text: string, writeLine: WriteLine) {
  let connection: Connection | undefined;
  let bytes = Buffer.allocUnsafe(KEPT);
  let size = 0;
  let rows = 0;
  let wake = (): void => {};
  return {
    failure: undefined as Error | undefined,
    isOver: false,
    take(): CopiedRows | undefined {
      if (size === 0) return undefined;
      const taken = { bytes: Buffer.from(bytes.subarray(0, size)), rows };
      size = rows = 0;
      connection?.stream.resume();
      return taken;
    },
    more: (): Promise<void> => new Promise((resolve) => (wake = resolve)),

    submit(on: Connection): void {
      connection = on;
      connection.query(text);
    },
    /** One row each; its memory is the driver's and used anew for the next ones. */
    handleCopyData({ chunk }: { chunk: Buffer }): void {
      const most = size + writeLine.mostFor(chunk);
      if (most > bytes.length) bytes = enlarge(bytes, most + KEPT);
      size = writeLine(chunk, bytes, size);
      rows += 1;
      if (size > KEPT / 2) connection?.stream.pause();
      wake();
    },
    handleError(error: Error): void {
      this.failure = error;
      wake();
    },
    handleReadyForQuery(): void {
      this.isOver = true;
      wake();
    },
    handleCommandComplete(): void {},
  };
}

type Connection = {
  query(text: string): void;
  stream: { pause(): void; resume(): void };
};

function enlarge(bytes: Buffer, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger);
  return larger;
}
