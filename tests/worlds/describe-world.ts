import { afterAll, beforeAll, describe } from 'vitest';
import { describeFiles } from './contract/files.ts';
import { describeOpenApi } from './contract/openapi.ts';
import { describePermissions } from './contract/permissions.ts';
import { describePublic } from './contract/public.ts';
import { describeReading } from './contract/reading.ts';
import { describeRules } from './contract/rules.ts';
import { describeWriting } from './contract/writing.ts';
import { openWorld, type OpenWorld } from './open-world.ts';
import { readWorld } from './world.ts';
import type { WorldFiles } from './worlds.ts';

/**
 * The contract of the API, asked of every resource a descriptor declares: nothing here knows a name
 * of one. One database for all of it.
 */
export async function describeWorld(files: WorldFiles): Promise<void> {
  const world = await readWorld(files);
  let open: OpenWorld;
  beforeAll(async () => {
    open = await openWorld(world);
  });
  afterAll(() => open?.api.close());
  const opened = (): OpenWorld => open;

  for (const [name, describeIt] of Object.entries(contract))
    // oxlint-disable-next-line vitest/valid-title -- the names of an object are texts
    describe(name, () => {
      describeIt(world, opened);
    });
}

const contract = {
  reading: describeReading,
  permissions: describePermissions,
  OpenAPI: describeOpenApi,
  public: describePublic,
  rules: describeRules,
  writing: describeWriting,
  files: describeFiles,
};
