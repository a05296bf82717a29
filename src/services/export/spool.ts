import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Acting, doerOf } from '../acting.ts';

/** In milliseconds: how long a reader may take for one piece, and for all pieces, until the file goes to disk. */
const usual: { piece: number; all: number } = { piece: 1_000, all: 5_000 };

/** The bytes of files that may wait on disk for their readers: per user, and in total. */
export const spoolQuota = { user: 1_000_000_000, all: 4_000_000_000 };

const PIECE = 64 * 1_024;

type Piece = string | Uint8Array;

/**
 * Passes a file on as a stream while its reader keeps up. For a slow reader the rest goes to a file on
 * disk, so that the connection to the database is free as soon as the source ends.
 */
export async function* spoolForSlow(
  acting: Acting,
  name: string,
  source: AsyncGenerator<Piece>,
  patience = usual,
): AsyncGenerator<Piece> {
  // A copy, because the source reuses its memory while the reader still holds the piece.
  const own = createMemory();
  let spool: Spool | undefined;
  let waited = 0;
  const begin = (): void => {
    spool ??= createSpool(acting, name, source);
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    while (!spool) {
      const { done, value } = await source.next();
      if (done) return;
      const piece = typeof value === 'string' ? value : own.keep(value);
      const given = performance.now();
      timer = setTimeout(begin, patience.piece);
      yield piece;
      clearTimeout(timer);
      waited += performance.now() - given;
      if (waited > patience.all) begin();
    }
    yield* spool.read();
  } finally {
    clearTimeout(timer);
    // Awaited, so that everything held for the file is free when its reader has left.
    await Promise.all([source.return(undefined), spool?.close()]);
  }
}

function createMemory(): { keep(bytes: Uint8Array): Uint8Array } {
  let memory = Buffer.allocUnsafeSlow(PIECE);
  return {
    keep(bytes) {
      if (bytes.length > memory.length) memory = Buffer.allocUnsafeSlow(bytes.length);
      memory.set(bytes);
      return memory.subarray(0, bytes.length);
    },
  };
}

type Spool = { read(): AsyncGenerator<Uint8Array>; close(): Promise<void> };

const held = new Map<string, number>();

function createSpool(acting: Acting, name: string, source: AsyncGenerator<Piece>): Spool {
  const owner = doerOf(acting)._id;
  acting.services.log.info(
    { requestId: acting.requestId, userId: owner, export: name },
    'the client reads slowly: buffering the file on disk',
  );
  const opened = openUnnamed();
  let [readAt, writtenAt] = [0, 0];
  let isOver = false;
  let failure: unknown;
  let progress = Promise.withResolvers<void>();
  let goOn: (() => void) | undefined;

  const wakeReader = (): void => {
    progress.resolve();
    progress = Promise.withResolvers();
  };
  const countHeld = (bytes: number): void => {
    for (const key of [owner, '']) held.set(key, (held.get(key) ?? 0) + bytes);
    if (held.get(owner) === 0) held.delete(owner);
  };
  const isFull = (): boolean =>
    writtenAt > 0 &&
    ((held.get(owner) ?? 0) >= spoolQuota.user || (held.get('') ?? 0) >= spoolQuota.all);

  async function fill(): Promise<void> {
    const file = await opened;
    for (;;) {
      // Over the quota the file waits for its reader, who makes room by emptying the disk file.
      if (isFull() && !isOver) {
        const emptied = new Promise<void>((resolve) => (goOn = resolve));
        wakeReader();
        await emptied;
      }
      const { done, value } = isOver ? { done: true } : await inTurn(() => source.next());
      if (done || value === undefined) return;
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      countHeld(bytes.length);
      await writeWhole(file, bytes, writtenAt);
      writtenAt += bytes.length;
      wakeReader();
    }
  }

  const filled = fill()
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isOver = true;
      wakeReader();
    });

  async function empty(): Promise<void> {
    await (await opened).truncate(0);
    countHeld(-writtenAt);
    readAt = writtenAt = 0;
    goOn?.();
    goOn = undefined;
  }

  return {
    async *read() {
      const memory = Buffer.allocUnsafeSlow(PIECE);
      const file = await opened;
      for (;;) {
        const more = progress.promise;
        if (readAt < writtenAt) {
          const most = Math.min(PIECE, writtenAt - readAt);
          const { bytesRead } = await file.read(memory, 0, most, readAt);
          readAt += bytesRead;
          yield memory.subarray(0, bytesRead);
        } else if (failure !== undefined) throw failure;
        else if (isOver) return;
        else if (goOn) await empty();
        else await more;
      }
    },
    async close() {
      isOver = true;
      goOn?.();
      await filled;
      countHeld(-writtenAt);
      await opened.then((file) => file.close()).catch(() => undefined);
    },
  };
}

let last: Promise<unknown> = Promise.resolve();

/** One file continues at a time, by one piece, with all other events in between: no request waits for these files. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(() => setImmediate()).then(work);
  last = mine.catch(() => undefined);
  return mine;
}

/** A file that nobody else can open, and that disappears with this process however it ends. */
async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `backoffice-export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path, { force: true });
  return file;
}

async function writeWhole(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
