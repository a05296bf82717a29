import { borrowMemory, giveBack } from '../memory/free-memory.ts';
import type { TakeRow } from './whole-messages.ts';
import { LENGTH, lengthAt, type WriteRow } from './json-row.ts';

export type PageShape = {
  /** The record of a row, which stands behind the rest. */
  writeRow: WriteRow;
  /** Whether a row begins with what is to be known about the whole. */
  hasAbout: boolean;
  /** So many values follow that a cursor is made of. */
  keys: number;
  /** A row more than that only tells that there is a next page. */
  perPage: number;
};

/** What the rows of a list say, one after the other. */
export type PageReader = {
  takeRow: TakeRow;
  /** Rows that came, the one beyond the page included. */
  rows: number;
  about: string | undefined;
  /** Of the last record, when there is a next page. */
  keys: (string | null)[];
  /** A JSON array of the records. */
  toJson(): Buffer<ArrayBuffer>;
};

export function createPageReader({ writeRow, hasAbout, keys, perPage }: PageShape): PageReader {
  let memory = borrowMemory();
  let size = memory.write('[');
  const page: PageReader = {
    rows: 0,
    about: undefined,
    keys: [],
    takeRow: (bytes, from, to) => {
      page.rows++;
      let at = from + COUNT;
      if (hasAbout) {
        page.about ??= readText(bytes, at) ?? undefined;
        at = nextCell(bytes, at);
      }
      if (page.rows > perPage) return;
      for (let key = 0; key < keys; key++) {
        if (page.rows === perPage) page.keys.push(readText(bytes, at));
        at = nextCell(bytes, at);
      }
      const most = size + SEPARATORS + writeRow.mostFor(to - at);
      if (most > memory.length) memory = enlarge(memory, size, 2 * most);
      if (page.rows > 1) memory[size++] = COMMA;
      size = writeRow(bytes, at, memory, size);
    },
    toJson: () => {
      memory[size++] = END;
      return memory.subarray(0, size);
    },
  };
  return page;
}

/** How many cells there are, which we know. */
const COUNT = 2;
const SEPARATORS = 2;
const [COMMA, END] = [',', ']'].map((sign) => sign.charCodeAt(0)) as [number, number];

function nextCell(bytes: Buffer, at: number): number {
  return at + LENGTH + Math.max(lengthAt(bytes, at), 0);
}

function readText(bytes: Buffer, at: number): string | null {
  const length = lengthAt(bytes, at);
  return length < 0 ? null : bytes.toString('utf8', at + LENGTH, at + LENGTH + length);
}

function enlarge(memory: Buffer, size: number, length: number): Buffer<ArrayBuffer> {
  const larger = borrowMemory(length);
  memory.copy(larger, 0, 0, size);
  giveBack(memory);
  return larger;
}
