import type pg from 'pg';

/** What was sent since the last time: whole rows, as bytes. */
export type CopiedRows = { bytes: Uint8Array; rows: number };

/**
 * The rows of a `COPY … TO STDOUT` in CSV, untouched but for the ends of their lines, which are those
 * of RFC 4180. When nobody takes them PostgreSQL stops sending; a reader who leaves in the middle
 * leaves a connection that is of no more use.
 */
export async function* copyRows(
  client: pg.PoolClient,
  text: string,
): AsyncGenerator<CopiedRows, 'whole'> {
  const copy = createCopy(text);
  client.query(copy as unknown as pg.Submittable);
  for (;;) {
    const taken = copy.take();
    if (taken) yield taken;
    else if (copy.failure) throw copy.failure;
    else if (copy.isOver) return 'whole';
    else await copy.more();
  }
}

/** So much is kept before PostgreSQL is made to wait. */
const KEPT = 256 * 1_024;

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** A query of its own kind, as the driver lets them be written (`pg.Submittable`). */
function createCopy(text: string) {
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
      const taken = { bytes: bytes.subarray(0, size), rows };
      bytes = Buffer.allocUnsafe(KEPT);
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
      if (size + chunk.length + 1 > bytes.length)
        bytes = enlarge(bytes, size + chunk.length + KEPT);
      size += chunk.copy(bytes, size, 0, chunk.length - 1);
      bytes[size++] = CARRIAGE_RETURN;
      bytes[size++] = LINE_FEED;
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
