import type { Socket } from 'node:net';
import pg from 'pg';
import { fast } from './fast.ts';
import { openSocket, readWholeMessages } from './whole-messages.ts';
import { plain } from './plain.ts';

/** What the text of a value becomes in JSON, by how PostgreSQL writes it; of many, each in braces. */
export type JsonForm = 'plain' | 'text' | 'boolean' | 'moment';

export type JsonColumn = { name: string; form: JsonForm; many?: boolean };

/** The cells of each row of a page: what is known about the whole, the values of a cursor, the record. */
export type PageShape = {
  columns: readonly JsonColumn[];
  /** Whether a row begins with what is known about the whole; all rows but one have nothing there. */
  hasAbout: boolean;
  /** How many values a cursor is made of. */
  keys: number;
  /** A row more than that only tells that there is a next page. */
  perPage: number;
};

export type Page = {
  /** A JSON array of the records, in borrowed memory (`free-memory.ts`). */
  json: Buffer<ArrayBuffer>;
  /** Rows that came, the one beyond the page included. */
  rows: number;
  about: string | undefined;
  /** The cursor values of the last record of the page. */
  keys: (string | null)[];
};

/** What a cell of a CSV file holds, as far as the file has it otherwise than PostgreSQL writes it. */
export type CellKind = 'plain' | 'text' | 'list' | 'moment' | 'number';

/** A part of a record in JSON: a moment of this name, or an object whose members are put among the rest. */
export type JsonPart = 'object' | { moment: string };

/** What a selected row becomes in a file: a line of CSV, or JSON behind what stands between two records. */
export type CopyShape =
  | { kinds: readonly CellKind[]; delimiter: string }
  | { parts: readonly JsonPart[]; between: string };

/** Whole rows as bytes, which are good until the next ones are asked for. */
export type CopiedRows = { bytes: Uint8Array; rows: number };

/** Two implementations write the same bytes: one makes them of what PostgreSQL sends, one of what the driver parsed. */
export type Wire = {
  readPage(connection: Queries, query: pg.QueryConfig, shape: PageShape): Promise<Page>;
  copyOut(client: pg.ClientBase, select: string, shape: CopyShape): AsyncGenerator<CopiedRows>;
};

/** A connection, or what asks one for us. */
type Queries = Pick<pg.ClientBase, 'query'>;

export const wireNames = ['fast', 'plain'] as const;
export type WireName = (typeof wireNames)[number];

/** The connections whose received bytes we read ourselves. */
const fastConnections = new WeakSet<Queries>();

const wireOf = (connection: Queries): Wire => (fastConnections.has(connection) ? fast : plain);

/** Asks for a page of records, and writes them as JSON. */
export function readPage(
  connection: Queries,
  query: pg.QueryConfig,
  shape: PageShape,
): Promise<Page> {
  return wireOf(connection).readPage(connection, query, shape);
}

/**
 * The rows of a `select` without parameters, written for a file. When nobody asks for more, PostgreSQL stops
 * sending. Inside a transaction; a reader who leaves in the middle leaves a connection that is of no more use.
 */
export function copyOut(
  client: pg.ClientBase,
  select: string,
  shape: CopyShape,
): AsyncGenerator<CopiedRows> {
  return wireOf(client).copyOut(client, select, shape);
}

/**
 * Prepares connections to be read by the wire of that name: `config` belongs to what they are opened with, and
 * `prepare` is called with each one that is open. Where the driver is not as the fast wire needs it, the
 * plain one reads, and `warn` hears why, once.
 */
export function prepareConnections(
  name: WireName,
  warn: (message: string) => void,
): { config: pg.ClientConfig; prepare(client: pg.ClientBase): void } {
  if (name === 'plain') return { config: {}, prepare: () => {} };
  let isWarned = false;
  return {
    // The driver calls it with the settings of the connection, of which its types do not know.
    config: { stream: openSocket as () => Socket },
    prepare(client) {
      const unexpected = findUnexpected(client);
      if (unexpected.length === 0) {
        readWholeMessages(
          (client as unknown as { connection: { stream: Socket } }).connection.stream,
        );
        fastConnections.add(client);
      } else if (!isWarned) {
        isWarned = true;
        warn(
          `Lists and exports are slower than usual: the PostgreSQL driver is not as expected (${unexpected.join(', ')}). WIRE=plain hides this warning.`,
        );
      }
    },
  };
}

/**
 * What the fast wire uses of the driver beyond its documentation, each with a question whether this connection has it.
 * `tests/store/wire/internals.test.ts` names them, and the version of the driver they were read in.
 */
export const internals: Readonly<Record<string, (client: Internal) => boolean>> = {
  'Client.connection.stream that is a socket': ({ connection }) =>
    ['pause', 'resume', 'destroy', 'listeners'].every((name) => isMethod(connection?.stream, name)),
  'one listener to the data of a socket': ({ connection }) =>
    connection?.stream?.listeners('data').length === 1,
  'Connection.query': ({ connection }) => isMethod(connection, 'query'),
  'Connection.describe': ({ connection }) => isMethod(connection, 'describe'),
  'Query.submit': () => isMethod(pg.Query.prototype, 'submit'),
  'Query.handleError': () => isMethod(pg.Query.prototype, 'handleError'),
  'Query.handleReadyForQuery': () => isMethod(pg.Query.prototype, 'handleReadyForQuery'),
};

type Internal = { connection?: { stream?: Socket } };

/** The internals this connection lacks. */
export function findUnexpected(client: pg.ClientBase): string[] {
  return Object.entries(internals).flatMap(([name, isThere]) =>
    isThere(client as Internal) ? [] : [name],
  );
}

function isMethod(of: object | undefined, name: string): boolean {
  return typeof (of as Record<string, unknown> | undefined)?.[name] === 'function';
}
