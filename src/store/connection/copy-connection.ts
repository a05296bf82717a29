import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import copy from 'pg-copy-streams';
import type { QueryRunner } from '../store.ts';
import { toPlace } from './choose-host.ts';
import { clientConfig } from './client-config.ts';
import { createConnection } from './connection.ts';
import { TimedClient } from './timed-client.ts';

/** A connection of its own, without time limits, over which whole tables pass as the text of `copy`. */
export type CopyConnection = QueryRunner & {
  /** The text of a `copy … to stdout`. The caller reads it to its end, or closes the connection. */
  copyOut(statement: string): Readable;
  /** Takes the text of a `copy … from stdin`; finishes when PostgreSQL has it. */
  copyIn(statement: string): Writable;
  /** Ends an open transaction with a rollback. */
  close(): Promise<void>;
};

/** Makes the text the same on every server, with any settings. */
const FORMS = `set bytea_output = 'hex'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set synchronize_seqscans = off`;

/** Milliseconds that the server gets to answer our farewell. */
const FAREWELL = 1_000;

export async function openCopyConnection(url: string): Promise<CopyConnection> {
  const client = new TimedClient({
    ...clientConfig(toPlace(url, 'read-write')),
    limit: 0,
    statement_timeout: 0,
    lock_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
  await client.connect();
  await client.query(FORMS);
  return {
    ...createConnection(client),
    copyOut: (statement) => client.query(copy.to(statement)),
    copyIn: (statement) => client.query(copy.from(statement)),
    async close() {
      const ended = client.end().catch(() => undefined);
      // PostgreSQL may still have rows to send, and would not hear us.
      await Promise.race([ended, sleep(FAREWELL, undefined, { ref: false })]);
      client.destroy();
    },
  };
}
