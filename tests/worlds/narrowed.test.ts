import { expect, test } from 'vitest';
import { narrowDescriptor } from '../../src/descriptor/permissions/narrow.ts';
import { toVisibleSource } from '../../src/descriptor/permissions/visible-source.ts';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { readWorld } from './world.ts';
import { firstInstallation, otherWorlds } from './worlds.ts';

// What a key does not include may decide about what it includes: a check, a condition, a formula, a filter.
test.each([firstInstallation, ...otherWorlds])(
  'an API key for any single field of $name gets valid declarations',
  async (files) => {
    const { declared, admin } = await readWorld(files);
    const broken = [...declared.resources.values()].flatMap((resource) =>
      [...resource.fields.keys()].flatMap((field) => {
        const grant = {
          operations: ['list', 'read', 'create', 'update'] as const,
          fields: [field],
        };
        const key = { id: field, role: admin, named: {}, readOnly: [] };
        const narrowed = narrowDescriptor(declared, { ...key, grants: { [resource.name]: grant } });
        try {
          const seen = toDescriptor(toVisibleSource(narrowed, admin));
          const names = [...seen.resources.get(resource.name)!.fields.keys()];
          return names.every((name) => name === field) ? [] : [`${resource.name}: ${names.join()}`];
        } catch (error) {
          return [`${resource.name}.${field}: ${(error as Error).message}`];
        }
      }),
    );

    expect(broken).toEqual([]);
  },
);
