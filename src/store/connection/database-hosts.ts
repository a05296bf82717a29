import type pg from 'pg';
import { requireItem } from '../../fields/require-entry.ts';

/** Where one server listens: a name, an address, or the folder of a Unix socket. */
export type Host = { host: string; port: number };

/** Which of several servers to connect to, named as in libpq. */
export const targets = [
  'read-write',
  'primary',
  'any',
  'standby',
  'prefer-standby',
  'read-only',
] as const;
export type Target = (typeof targets)[number];

function isTarget(text: string): text is Target {
  return (targets as readonly string[]).includes(text);
}

/** The servers that hold copies of one database. */
export type DatabaseHosts = {
  /** The address of the database on the first server, in the form that the driver reads. */
  url: string;
  hosts: readonly [Host, ...Host[]];
  target?: Target;
};

const DEFAULT_PORT = 5432;

/**
 * Reads an address with one or several servers, as libpq does: `postgresql://user@one:5432,two/name` or
 * `postgresql:///name?host=one,two&port=5432,5433`, with `target_session_attrs`. Undefined when it is none.
 */
export function parseDatabaseHosts(text: string): DatabaseHosts | undefined {
  const parts = splitAddress(text);
  if (!parts) return undefined;
  const { authority, query } = parts;
  const params = new URLSearchParams(query);
  const target = params.get('target_session_attrs');
  if (target !== null && !isTarget(target)) return undefined;
  const named = params.get('host');
  const hosts = named === null ? authority.split(',').map(parseHost) : pairHosts(named, params);
  if (!isComplete(hosts)) return undefined;
  const [first] = hosts;
  if (hosts.length > 1 && named !== null) {
    params.set('host', first.host);
    params.set('port', String(first.port));
  }
  params.delete('target_session_attrs');
  const rest = hosts.length > 1 || target ? params.toString() : query;
  const url = toUrl(parts, rest);
  return URL.canParse(url) ? { url, hosts, ...(target && { target }) } : undefined;
}

type Address = { start: string; authority: string; path: string; query: string };

function splitAddress(text: string): Address | undefined {
  const pattern = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/;
  const parts = pattern.exec(text);
  if (!parts) return undefined;
  const [, start = '', authority = '', path = '', query = ''] = parts;
  return { start, authority, path, query };
}

/** The address of the first host. A user needs a host in a URL; the parameter comes first. */
function toUrl({ start, authority, path }: Address, query: string): string {
  const [one] = authority.split(',');
  const host = one || (start.endsWith('@') ? 'localhost' : '');
  return `${start}${host}${path}${query && `?${query}`}`;
}

function isComplete(hosts: readonly (Host | undefined)[]): hosts is [Host, ...Host[]] {
  const isPort = (port: number): boolean => port > 0 && port < 65_536;
  // An empty name means the local server, but in a list it is a mistake.
  return hosts.every((each) => each && isPort(each.port) && (each.host || hosts.length === 1));
}

/** Reads `name`, `name:5432` or `[::1]:5432`. */
function parseHost(text: string): Host | undefined {
  const [, bracketed, name = '', port] = /^(?:\[(.+)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
  if (bracketed === undefined && text.replace(/:\d+$/, '') !== name) return undefined;
  return { host: bracketed ?? decodeURIComponent(name), port: Number(port ?? DEFAULT_PORT) };
}

/** One port is that of every host. */
function pairHosts(names: string, params: URLSearchParams): (Host | undefined)[] {
  const hosts = names.split(',');
  const ports = (params.get('port') || String(DEFAULT_PORT)).split(',').map(Number);
  if (ports.length !== 1 && ports.length !== hosts.length) return [undefined];
  return hosts.map((host, index) => ({ host, port: ports[index] ?? requireItem(ports, 0) }));
}

/** Names a server in a sentence. */
export function nameHost({ host, port }: Host): string {
  if (host.startsWith('/')) return `${host}/.s.PGSQL.${port}`;
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Makes a client of the driver connect to this server instead of the one in its address; before it connects. */
export function moveTo(client: pg.Client, host: Host): void {
  const { connectionParameters } = client as pg.Client & { connectionParameters: Host };
  Object.assign(client, host);
  Object.assign(connectionParameters, host);
}
