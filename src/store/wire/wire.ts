import type { Socket } from 'node:net';
import pg from 'pg';
import { fastWire } from './fast.ts';
import { openSocket, readWholeMessages } from './whole-messages.ts';
import { plainWire } from './plain.ts';

/** How the text of a value becomes JSON, by the way PostgreSQL writes it; many values are in braces. */
export type JsonForm = 'plain' | 'text' | 'boolean' | 'moment';

export type JsonColumn = { name: string; form: JsonForm; many?: boolean };

/** The cells of each row of a page: data about the whole list, the values of a cursor, the record. */
export type PageShape = {
  columns: readonly JsonColumn[];
  /** Whether rows begin with data about the whole list; it is null in all rows but one. */
  hasAbout: boolean;
  /** How many values a cursor has. */
  keys: number;
  /** One row more only shows that there is a next page. */
  perPage: number;
};

export type Page = {
  /** A JSON array of the records, in borrowed memory (`free-memory.ts`). */
  json: Buffer<ArrayBuffer>;
  /** The rows that arrived, including the one beyond the page. */
  rows: number;
  about: string | undefined;
  /** The cursor values of the last record of the page. */
  keys: (string | null)[];
};

/** What a cell of a CSV file contains, where the file differs from what PostgreSQL writes. */
export type CellKind = 'plain' | 'text' | 'list' | 'moment' | 'number';

/** A part of a record in JSON: a moment of this name, or an object whose members join the others. */
export type JsonPart = 'object' | { moment: string };

/** How a selected row is written to a file: as a line of CSV, or as JSON preceded by the text between two records. */
export type CopyShape =
  | { kinds: readonly CellKind[]; delimiter: string }
  | { parts: readonly JsonPart[]; between: string };

/** Whole rows as bytes, which are valid until the next ones are requested. */
export type CopiedRows = { bytes: Uint8Array; rows: number };

/** Two implementations write the same bytes: one from what PostgreSQL sends, one from what the driver parsed. */
export type Wire = {
  readPage(connection: Queries, query: pg.QueryConfig, shape: PageShape): Promise<Page>;
  copyOut(client: pg.Client, select: string, shape: CopyShape): AsyncGenerator<CopiedRows>;
};

/** A connection, or something that passes queries to one. */
type Queries = Pick<pg.ClientBase, 'query'>;

export const wireNames = ['fast', 'plain'] as const;
export type WireName = (typeof wireNames)[number];

/** The connections whose received bytes we read ourselves. */
const fastConnections = new WeakSet<Queries>();

const wireOf = (connection: Queries): Wire =>
  fastConnections.has(connection) ? fastWire : plainWire;

/** Requests a page of records, and writes them as JSON. */
export function readPage(
  connection: Queries,
  query: pg.QueryConfig,
  shape: PageShape,
): Promise<Page> {
  return wireOf(connection).readPage(connection, query, shape);
}

/**
 * The rows of a `select` without parameters, written for a file. PostgreSQL stops sending while nobody asks for more.
 * Needs a transaction. If the reader leaves before the end, the connection is no longer usable.
 */
export function copyOut(
  client: pg.Client,
  select: string,
  shape: CopyShape,
): AsyncGenerator<CopiedRows> {
  return wireOf(client).copyOut(client, select, shape);
}

/**
 * Prepares connections for the wire of that name: open them with `config`, and call `prepare` with each open one.
 * Where the driver lacks what the fast wire needs, the plain one reads, and `warn` gets the reason, once.
 */
export function prepareConnections(
  name: WireName,
  warn: (message: string) => void,
): { config: pg.ClientConfig; prepare(client: pg.Client): void } {
  if (name === 'plain') return { config: {}, prepare: () => {} };
  let isWarned = false;
  return {
    // The driver calls it with the settings of the connection, which its types leave out.
    config: { stream: openSocket as () => Socket },
    prepare(client) {
      const unexpected = findUnexpected(client);
      if (unexpected.length === 0) {
        readWholeMessages(client.connection.stream as Socket);
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
 * What the fast wire uses of the driver beyond its documentation, each with a check whether this connection has it.
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

/** The internals that this connection lacks. */
export function findUnexpected(client: pg.ClientBase): string[] {
  return Object.entries(internals).flatMap(([name, isThere]) =>
    isThere(client as Internal) ? [] : [name],
  );
}

function isMethod(of: object | undefined, name: string): boolean {
  return typeof (of as Record<string, unknown> | undefined)?.[name] === 'function';
}
