import { constants, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** How much text waits while the disk or the reader of the log is slow; any more is dropped. */
const MOST_WAITING = 1_000_000;

/** Lines are written together, so that no request waits for the log. */
const ENOUGH = 4_096;
const LONGEST_WAIT = 100;

export type LogLines = {
  write(line: string): void;
  /** For a line that a person waits for. */
  writeNow(line: string): void;
  /** The lines that were lost since the start. */
  dropped(): number;
};

/**
 * Writes the lines of the log, and never fails or waits: while a disk is full, or nobody reads the other end
 * of a pipe, it drops lines and counts them. `report` is called after the next success; it can log the loss.
 */
export function openLogLines(stream: number, report: () => void): LogLines {
  const fd = withoutBlocking(stream);
  let waiting: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let isWriting = false;
  /** What waits for room in a pipe or terminal. */
  let held: { bytes: Buffer; from: number } | undefined;
  /** The last byte that arrived is not the end of a line. */
  let isCut = false;
  let dropped = 0;
  let reported = 0;

  function nextBytes(): Buffer {
    const bytes = Buffer.from((isCut ? '\n' : '') + waiting.join(''));
    waiting = [];
    length = 0;
    return bytes;
  }

  function drop(bytes: Buffer, from: number): void {
    for (let at = from; at < bytes.length; at++) if (bytes[at] === NEWLINE) dropped += 1;
    isCut = from > 0 ? bytes[from - 1] !== NEWLINE : isCut;
  }

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isWriting || waiting.length === 0) return;
    isWriting = true;
    continueAt(nextBytes(), 0);
  }

  function continueAt(bytes: Buffer, from: number): void {
    held = undefined;
    write(fd, bytes, from, (error, count) => {
      const at = from + (count ?? 0);
      // A full pipe or terminal answers at once.
      if (error?.code === 'EAGAIN') {
        held = { bytes, from };
        later(() => continueAt(bytes, from));
      } else if (!error && at < bytes.length) continueAt(bytes, at);
      else settle(bytes, at, error !== null);
    });
  }

  function settle(bytes: Buffer, at: number, failed: boolean): void {
    isWriting = false;
    if (failed) drop(bytes, at);
    else isCut = false;
    if (!failed && dropped > reported) {
      reported = dropped;
      report();
    }
    if (waiting.length > 0) timer ??= later(send);
  }

  process.on('exit', () => {
    try {
      if (held) writeSync(fd, held.bytes, held.from);
      if (waiting.length > 0) writeSync(fd, nextBytes());
    } catch {
      // There is nobody left to tell.
    }
  });

  function add(line: string, enough: number): void {
    if (length + line.length > MOST_WAITING) {
      dropped += 1;
      return;
    }
    waiting.push(line);
    length += line.length;
    if (length >= enough) send();
    else timer ??= later(send);
  }

  return {
    write: (line) => add(line, ENOUGH),
    writeNow: (line) => add(line, 0),
    dropped: () => dropped,
  };
}

const NEWLINE = 0x0a;

/**
 * Node opens the standard streams without blocking, except terminals. A write to one that is stopped would not end, and
 * the process could not end either.
 */
function withoutBlocking(stream: number): number {
  if (!isatty(stream)) return stream;
  try {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync(`/dev/fd/${stream}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return stream;
  }
}

function later(run: () => void): NodeJS.Timeout {
  return setTimeout(run, LONGEST_WAIT).unref();
}
