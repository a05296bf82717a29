import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Api } from '../../src/api/api-services.ts';
import { type ApiOptions, createApi } from '../../src/api/create-api.ts';
import { hashPassword } from '../../src/api/accounts/password-hash.ts';
import type { Descriptor } from '../../src/descriptor/descriptor.ts';
import { setPassword } from '../../src/store/system/accounts/credentials.ts';
import { createGuards } from '../../src/store/system/create-guards.ts';
import { createHooks } from '../../src/store/system/hooks/create-hooks.ts';
import type { FieldCode } from '../../src/store/system/hooks/field-code.ts';
import type { HookCode } from '../../src/store/system/hooks/hook-code.ts';
import { openMedia } from '../../src/files/media/open-media.ts';
import { openBlobs } from '../../src/store/blobs/open-blobs.ts';
import { openDatabase, type Database } from '../../src/store/connection/database.ts';
import { createStore } from '../../src/store/records/create-store.ts';
import type { Store, StoredRecord } from '../../src/store/store.ts';
import { createTables } from './database.ts';
import { withDatabase } from './database-url.ts';
import { libraryDescriptor } from './library.ts';
import { otherStore } from './s3-server.ts';

/** Signs the tokens of all tests. */
export const SECRET = 'a secret for tests, long enough for a key';

export const PASSWORD = 'correct horse battery staple';

/** Hashed once per test file: hashing is slow on purpose. */
const passwordHash = hashPassword(PASSWORD);

export type TestAnswer = {
  status: number;
  headers: Headers;
  text: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** The body parsed, if it is JSON. */
  json: any;
};

export type TestCall = {
  /** Who calls, by the name given to `addUser`; or a token as it is. */
  as?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  address?: string;
};

type LogLine = { level: string; message: string } & Record<string, any>;

export type TestApi = {
  api: Api;
  services: ApiOptions;
  database: Database;
  /** Of the database, for processes of their own. */
  url: string;
  store: Store;
  descriptor: Descriptor;
  log: LogLine[];
  /** Sends a request to the app; no port is opened. `path` may hold a query. */
  call(method: string, path: string, call?: TestCall): Promise<TestAnswer>;
  /** A user with `PASSWORD`; `name` is how the test speaks of them, and the local part of the address. */
  addUser(name: string, role: string, status?: string): Promise<StoredRecord>;
  userId(name: string): string;
  /** Signs in at the first use, then answers the same token. */
  tokenOf(name: string): Promise<string>;
  /** Another server on the same database. */
  openReplica(changes?: Partial<ApiOptions>): Promise<TestApi>;
  close(): Promise<void>;
};

export type TestApiOptions = Partial<ApiOptions> & {
  descriptor?: () => Descriptor;
  hooks?: readonly HookCode[];
  fields?: readonly FieldCode[];
};

/** A database and a folder of blobs of its own, the app on them, and confirmed users `admin`, `dev`, `staff` and `viewer`. */
export async function openTestApi(changes: TestApiOptions = {}): Promise<TestApi> {
  const descriptor = changes.descriptor ?? once(libraryDescriptor());
  const testDatabase = await createTables(descriptor());
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-test-blobs-'));
  const blobs = await openBlobs(otherStore() ?? { folder });
  const test = await openOn(testDatabase.url, { blobs, ...changes, descriptor }, new Map());
  for (const role of descriptor().roles.keys()) await test.addUser(role, role);
  return {
    ...test,
    close: async () => {
      await test.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** With `TEST_POOLER_URL` all calls go through that pooler: `tests/operations/pgbouncer.ts`. */
function throughPooler(url: string): { url: string; directUrl?: string } {
  const pooler = process.env['TEST_POOLER_URL'];
  if (!pooler) return { url };
  return { url: withDatabase(pooler, new URL(url).pathname.slice(1)), directUrl: url };
}

async function openOn(
  url: string,
  {
    hooks = [],
    fields = [],
    ...changes
  }: TestApiOptions & Pick<ApiOptions, 'descriptor' | 'blobs'>,
  users: Map<string, StoredRecord>,
): Promise<TestApi> {
  const { descriptor } = changes;
  const database = await openDatabase({ ...throughPooler(url), log: silent });
  const guardOf = createGuards(descriptor);
  const hooksOf = createHooks(() => ({ hooks, fields }));
  const store = createStore(database, descriptor, { guardOf, hooksOf });
  const log: LogLine[] = [];
  const media = openMedia(keepLog(log));
  const services: ApiOptions = {
    database,
    store,
    media,
    secret: SECRET,
    log: keepLog(log),
    version: '0.0.0-test',
    steady: 1,
    ...changes,
  };
  const api = createApi(services);
  const tokens = new Map<string, string>();

  const test: TestApi = {
    api,
    services,
    database,
    url,
    store,
    log,
    descriptor: descriptor(),
    call: async (method, path, call = {}) => {
      const token = call.token ?? (call.as === undefined ? undefined : await test.tokenOf(call.as));
      return await send(api, method, path, { ...call, ...(token === undefined ? {} : { token }) });
    },
    addUser: async (name, role, status = 'confirmed') => {
      const resource = descriptor().resources.get('users')!;
      const values = { email: emailOf(name), name, role, status };
      const outcome = await store.create(resource, values, { userId: null });
      if ('failure' in outcome) throw new Error(JSON.stringify(outcome));
      await setPassword(database, outcome.record._id, await passwordHash);
      users.set(name, outcome.record);
      return outcome.record;
    },
    userId: (name) => users.get(name)!._id,
    tokenOf: async (name) => {
      const known = tokens.get(name);
      if (known !== undefined) return known;
      const { status, json, text } = await signIn(test, name);
      if (status !== 200) throw new Error(`${name} cannot sign in: ${status} ${text}`);
      tokens.set(name, json.token);
      return json.token;
    },
    openReplica: (more = {}) => openOn(url, { hooks, fields, ...changes, ...more }, users),
    close: async () => {
      await api.close();
      media.close();
      await database.close();
    },
  };
  return test;
}

export function emailOf(name: string): string {
  return `${name}@example.org`;
}

export function signIn(test: TestApi, name: string, call: TestCall = {}): Promise<TestAnswer> {
  const body = { email: emailOf(name), password: PASSWORD };
  return test.call('POST', '/api/users/login', { body, ...call });
}

async function send(api: Api, method: string, path: string, call: TestCall): Promise<TestAnswer> {
  const { token, body, headers, address = '127.0.0.1' } = call;
  const request = new Request(`http://localhost${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined || body instanceof Uint8Array || body instanceof FormData
        ? {}
        : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
  });
  const response = await api.fetch(request, { address });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const type = response.headers.get('Content-Type') ?? '';
  const isJson = /[/+]json\b/.test(type) && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    bytes,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

function isRaw(body: unknown): body is string | Uint8Array<ArrayBuffer> | FormData {
  return typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

function keepLog(lines: LogLine[]): ApiOptions['log'] {
  const keep = (level: string) => (fields: object, message: string) =>
    void lines.push({ ...fields, level, message });
  return { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}

function once<Value>(value: Value): () => Value {
  return () => value;
}
