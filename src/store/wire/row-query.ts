import type { Socket } from 'node:net';
import pg from 'pg';
import { receiveRows, type TakeRow } from './whole-messages.ts';
import { borrowMemory, returnMemory } from '../memory/free-memory.ts';
import { createRowWriter, LENGTH_BYTES, lengthAt, type WriteRow } from './json-row.ts';
import type { JsonColumn, Page, PageShape } from './wire.ts';

/**
 * A query whose rows are taken as they arrive, so that the driver makes no values of them. The taker knows the
 * columns, so PostgreSQL is not asked to describe them.
 */
export class RowQuery extends (pg.Query as unknown as DriversQuery) {
  #takeRow: TakeRow;
  #leave: ReturnType<typeof receiveRows> = () => undefined;

  constructor(config: pg.QueryConfig, takeRow: TakeRow) {
    super(config);
    this.#takeRow = takeRow;
  }

  // Not earlier, because the connection may still receive answers to other queries.
  override submit(connection: pg.Connection): void {
    this.#leave = receiveRows(connection.stream as Socket, 'query', this.#takeRow);
    return super.submit(undescribed(connection));
  }

  override handleError(error: Error, connection: pg.Connection): void {
    this.#leave();
    super.handleError(error, connection);
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    const failure = this.#leave();
    if (failure) super.handleError(failure, connection);
    else super.handleReadyForQuery(connection);
  }
}

/** The driver's types leave out two of these methods, and make the third a property, which nobody can override. */
type DriversQuery = new (config: pg.QueryConfig) => {
  submit(connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
};

const views = new WeakMap<pg.Connection, pg.Connection>();

function undescribed(connection: pg.Connection): pg.Connection {
  let view = views.get(connection);
  if (!view) {
    view = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
    views.set(connection, view);
  }
  return view;
}

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

/** Makes one writer per set of columns, because the same ones come again and again. */
function rowWriterOf(columns: readonly JsonColumn[]): WriteRow {
  let writer = rowWriters.get(columns);
  if (!writer) rowWriters.set(columns, (writer = createRowWriter(columns)));
  return writer;
}

/** The length of the number of cells, which we know. */
const COUNT = 2;
const SEPARATORS = 2;
const [COMMA, END] = [',', ']'].map((sign) => sign.charCodeAt(0)) as [number, number];

function nextCell(bytes: Buffer, at: number): number {
  return at + LENGTH_BYTES + Math.max(lengthAt(bytes, at), 0);
}

function readText(bytes: Buffer, at: number): string | null {
  const length = lengthAt(bytes, at);
  return length < 0 ? null : bytes.toString('utf8', at + LENGTH_BYTES, at + LENGTH_BYTES + length);
}

function enlarge(memory: Buffer, size: number, length: number): Buffer<ArrayBuffer> {
  const larger = borrowMemory(length);
  memory.copy(larger, 0, 0, size);
  returnMemory(memory);
  return larger;
}
