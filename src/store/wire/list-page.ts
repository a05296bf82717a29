import { borrowMemory, giveBack } from '../memory/free-memory.ts';
import type { TakeRow } from './whole-messages.ts';
import { createRowWriter, LENGTH, lengthAt, type WriteRow } from './json-row.ts';
import type { JsonColumn, Page, PageShape } from './wire.ts';

/** Takes the rows of a page, one after the other. */
type PageReader = { takeRow: TakeRow; end(): Page };

export function createPageReader({ columns, hasAbout, keys, perPage }: PageShape): PageReader {
  const writeRow = rowWriterOf(columns);
  let memory = borrowMemory();
  let size = memory.write('[');
  const page: Omit<Page, 'json'> = { rows: 0, about: undefined, keys: [] };
  return {
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
    end: () => {
      memory[size++] = END;
      return { ...page, json: memory.subarray(0, size) };
    },
  };
}

const rowWriters = new WeakMap<readonly JsonColumn[], WriteRow>();

/** Made once for the same columns, which are asked for again and again. */
function rowWriterOf(columns: readonly JsonColumn[]): WriteRow {
  let writer = rowWriters.get(columns);
  if (!writer) rowWriters.set(columns, (writer = createRowWriter(columns)));
  return writer;
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
