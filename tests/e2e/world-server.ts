import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resource } from '../../src/descriptor/descriptor.ts';
import { titleFields } from '../../src/descriptor/title.ts';
import { buildProduct, emptyInstallation } from '../support/product-copy.ts';
import { runCommand } from '../support/run-command.ts';
import { runServer } from '../support/run-server.ts';
import type { SignedIn } from '../support/sign-in.ts';
import { readWorld, type FilledWorld } from '../worlds/world.ts';
import type { WorldFiles } from '../worlds/worlds.ts';
import { admin } from './test.ts';

export type WorldServer = {
  url: string;
  /** What it declares, and what it has as somebody signed in sees it. */
  world(api: SignedIn): FilledWorld;
  close(): Promise<void>;
};

/** All fields of a record, and those behind references that are part of its title. */
export function withTitle(resource: Resource): string {
  return [...new Set([...resource.fields.keys(), ...titleFields(resource)])].join();
}

/**
 * A server of its own on the descriptor of a world, with the records the world begins with. The product it runs has an
 * empty installation: nothing of the one in this project is there.
 */
export async function openWorldServer(files: WorldFiles): Promise<WorldServer> {
  const declared = await readWorld(files);
  const folder = await mkdtemp(join(tmpdir(), 'backoffice-e2e-'));
  const env = {
    DATA_DIR: folder,
    RESOURCES: files.descriptor,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'warn',
  };
  const project = await buildProduct(
    join(process.env['E2E_DATA']!, 'product-alone'),
    emptyInstallation,
  );
  const server = await runServer(env, { screens: true, project });
  const imported = await runCommand(['import', files.recordFolder], { env });
  if (imported.code !== 0) throw new Error(imported.out + imported.err);
  return {
    url: server.url,
    world: (api) => ({
      ...declared,
      records: async (resource) => {
        const path = `${resource.root}?_perPage=1000&_sort=_id&_fields=${withTitle(resource)}`;
        return (await api.call('GET', path)).body.data;
      },
    }),
    close: async () => {
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
