import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '../../api/accounts/password-hash.ts';
import { createApi } from '../../api/create-api.ts';
import type { InstallationCode } from '../../api/extending/define-installation.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { requireValue } from '../../fields/require-entry.ts';
import { openMedia } from '../../files/media/open-media.ts';
import { openBlobs } from '../../store/blobs/open-blobs.ts';
import { openDatabase } from '../../store/connection/database.ts';
import { createStore } from '../../store/records/create-store.ts';
import { applyAdditive } from '../../store/schema/plan/apply-additive.ts';
import type { Store } from '../../store/store.ts';
import { setPassword } from '../../store/system/accounts/credentials.ts';
import { createGuards } from '../../store/system/create-guards.ts';
import { createHooks } from '../../store/system/hooks/create-hooks.ts';

export type Installed = { descriptor: Descriptor; code: InstallationCode };

export type WorldAnswer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> };

/** An installation with made-up records, which is asked without a port. */
export type World = {
  store: Store;
  /** The `_id` of somebody who may do everything. */
  admin: string;
  /** Signs a person in, whose `_id` it is. */
  signIn(id: string, email: string): Promise<void>;
  /** Sends a request of a person who has signed in. */
  ask(request: Asked, as: string): Promise<WorldAnswer>;
};

export type Asked = { method: string; path: string; body?: unknown };

/** The `_id` of the person with a role. */
export const personWith = (role: string): string => `person-${role.toLowerCase()}`;

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const password = randomBytes(18).toString('base64url');
const passwordHash = hashPassword(password);

/** Runs work in an installation on an empty database. Its hooks are not called, because they may reach other systems. */
export async function withWorld<Done>(
  url: string,
  { descriptor, code }: Installed,
  work: (world: World) => Promise<Done>,
): Promise<Done> {
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-leaks-'));
  const database = await openDatabase({ url, log: silent, connections: 4 });
  const find = () => descriptor;
  const tokens = new Map<string, string>();
  const { actions, routes, fields = [] } = code;
  const hooksOf = createHooks(() => ({ hooks: [], fields }));
  const store = createStore(database, find, { guardOf: createGuards(find), hooksOf });
  const media = openMedia(silent);
  const parts = { database, store, media, descriptor: find, log: silent, actions, routes };
  const settings = { secret: password.repeat(2), version: '0', steady: 1 };
  const api = createApi({ ...parts, ...settings, blobs: await openBlobs({ folder }) });
  const ask: World['ask'] = async ({ method, path, body }, as) => {
    const response = await api.fetch(
      new Request(`http://localhost${path}`, {
        method,
        headers: {
          'If-Match': '*',
          'Content-Type': 'application/json',
          Authorization: `Bearer ${tokens.get(as)}`,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
      {},
    );
    const { status, headers } = response;
    return { status, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  try {
    const { refused } = await applyAdditive(database, descriptor);
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
    return await work({
      store,
      admin: personWith(
        requireValue([...descriptor.roles.values()].find(({ all }) => all)?.name, 'admin'),
      ),
      ask,
      async signIn(id, email) {
        await setPassword(database, id, await passwordHash);
        const body = { email, password };
        const { bytes } = await ask({ method: 'POST', path: '/api/users/login', body }, id);
        tokens.set(id, (JSON.parse(new TextDecoder().decode(bytes)) as { token: string }).token);
      },
    });
  } finally {
    await api.close();
    media.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
