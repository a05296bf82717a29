import type { Socket } from 'node:net';
import pg from 'pg';

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
