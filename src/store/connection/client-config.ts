import type pg from 'pg';
import { valueParsers } from './value-parsers.ts';

/** What one request may take. Long work asks for more, in its transaction. */
const LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** How we connect, to whichever server. */
export function clientConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'backoffice',
    ...LIMITS,
    options: '-c timezone=UTC -c datestyle=ISO -c search_path=public -c jit=off',
    // A host that is gone is noticed after twenty seconds, also by a connection without a deadline.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    types: valueParsers,
  };
}
