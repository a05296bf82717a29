import pg from 'pg';
import type { DatabasePlace } from './choose-host.ts';
import type { TimedConfig } from './timed-client.ts';

/** What one request may take, in milliseconds. Long work asks for more in its transaction. */
const LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Settings that our statements rely on. */
const OPTIONS = { timezone: 'UTC', datestyle: 'ISO', search_path: 'public', jit: 'off' };

/** The settings that every connection has, as PostgreSQL shows them. Behind a pooler they belong to the role. */
export const settings: Readonly<Record<string, string>> = {
  ...OPTIONS,
  ...Object.fromEntries(Object.entries(LIMITS).map(([name, most]) => [name, `${most / 1_000}s`])),
};

/** How we connect to any server. */
export function clientConfig({ url, hosts, isPooled, nameOf }: DatabasePlace): TimedConfig {
  return {
    connectionString: url,
    ...(hosts && { hosts }),
    application_name: 'backoffice',
    limit: LIMITS.statement_timeout,
    nameOf,
    ...(!isPooled && { ...LIMITS, options: toOptions(OPTIONS) }),
    // Detects a vanished host after twenty seconds, even on a connection without a deadline.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: 5_000,
    types: valueParsers,
  };
}

function toOptions(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

// The driver's types know no arrays.
const TEXT_ARRAY: number = 1009;

type Parser = (text: string) => unknown;

/** How values of a PostgreSQL type become JavaScript values, by the number of the type. */
const parsers: Readonly<Record<number, Parser>> = {
  20: toNumber, // bigint
  1700: toNumber, // numeric
  1082: (text) => text, // date
  1114: (text) => text, // timestamp without time zone
  1184: toIsoTime, // timestamptz
  1016: toMembers(toNumber), // bigint[]
  1231: toMembers(toNumber), // numeric[]
  1182: toMembers((text) => text), // date[]
  1185: toMembers(toIsoTime), // timestamptz[]
};

/**
 * Values as in JSON: a date stays text, a time is RFC 3339 in UTC, a number is a number where it keeps every digit and
 * otherwise text. They belong to one pool, so other users of the driver keep their parsers.
 */
const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: ((type: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[type]) ||
    pg.types.getTypeParser(type, format)) as pg.CustomTypesConfig['getTypeParser'],
};

function toNumber(text: string): unknown {
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** Reads `2026-11-21 03:55:00.12+00`; the connection's time zone is UTC. */
function toIsoTime(text: string): string {
  const time = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}

function toMembers(parse: Parser): Parser {
  const parseArray: (text: string) => (string | null)[] = pg.types.getTypeParser(TEXT_ARRAY);
  return (text) => parseArray(text).map((member) => (member === null ? null : parse(member)));
}
