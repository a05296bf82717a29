import { decodeEscapes } from '../../../fields/text/decode-escapes.ts';
import pg from 'pg';
import { toPlace } from '../../connection/choose-host.ts';
import { moveTo } from '../../connection/database-hosts.ts';
import { errorCode } from '../../connection/errors.ts';

/** A database of somebody else: only read, in one transaction, so that all data is from one moment. */
export type ForeignDatabase = {
  /** Where the database is, for people; without user and password. */
  place: string;
  client: pg.ClientBase;
  close(): Promise<void>;
};

/** Thrown when an address names no database, before any connection. */
export class UnreadableAddress extends Error {}

/** Opens it for reading only, or throws a sentence that says what is wrong and contains no password. */
export async function openForeign(url: string): Promise<ForeignDatabase> {
  const { url: one, hosts } = toPlace(url, 'any');
  const client = connectTo(one);
  if (hosts) moveTo(client, await hosts.choose());
  const place = `${client.database ?? ''} at ${client.host}${client.host.startsWith('/') ? '' : `:${client.port}`}`;
  // Without a listener, a connection that breaks between two statements ends the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // Texts must read the same whatever the settings of the server.
    await client.query(
      `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set search_path = pg_catalog;
       set default_transaction_read_only = on; set lock_timeout = '5s'; set statement_timeout = 0;
       begin isolation level repeatable read read only`,
    );
  } catch (cause) {
    await client.end().catch(() => {});
    // oxlint-disable-next-line preserve-caught-error -- a cause is logged whole, with the password the driver puts into it
    throw new Error(failureText(place, cause, url));
  }
  return {
    place,
    client,
    close: async () => {
      await client.query('rollback').catch(() => {});
      await client.end();
    },
  };
}

function connectTo(url: string): pg.Client {
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new UnreadableAddress(
      'A database URL looks like postgres://user:password@host:5432/name.',
    );
  try {
    return new pg.Client({
      connectionString: url,
      application_name: 'backoffice introspect',
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      // Values stay as the database writes them; none becomes a JavaScript date or number.
      types: { getTypeParser: () => String },
    });
  } catch {
    // The parser's message repeats the address, including the password.
    throw new UnreadableAddress(
      'The database URL is not valid. Write the characters @ : / # % in a password as %40 %3A %2F %23 %25.',
    );
  }
}

const advice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused. Is the server running, and is the port correct?',
  ENOENT: 'the socket does not exist. Is the server running?',
  ENOTFOUND: 'the host does not exist.',
  EAI_AGAIN: 'the host name cannot be resolved right now.',
  ETIMEDOUT: 'it is not responding. Does a firewall block the connection?',
  '28P01': 'it rejected the user or the password.',
  '28000': 'it does not allow this user to connect from here, or requires a password.',
  '3D000': 'it has no database with this name.',
  '53300': 'it has no free connection.',
};

function failureText(place: string, cause: unknown, url: string): string {
  const causeCode = errorCode(cause);
  const code = typeof causeCode === 'string' ? causeCode : '';
  const reason = advice[code] ?? withoutSecret(cause instanceof Error ? cause.message : '', url);
  return `The database ${place} cannot be read: ${reason || code}`;
}

function withoutSecret(message: string, url: string): string {
  const written = /\/\/[^/@]*?:([^@]*)@/.exec(url)?.[1] ?? /[?&]password=([^&]*)/.exec(url)?.[1];
  if (!written) return message;
  return [written, decodeEscapes(written)].reduce(
    (text, secret) => text.replaceAll(secret, '…'),
    message,
  );
}
