import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Actor, ManyOutcome, ManyWrite } from '../../store.ts';
import { newId } from '../new-id.ts';
import type { Writes } from '../store-operations.ts';
import type { WriteParts } from '../write.ts';
import { nameFiles, namesFiles } from './name-files.ts';

/** The same writes, where values name files by their ids. A write without files runs as it is. */
export function withFiles(writes: Writes, parts: () => WriteParts): Writes {
  const nameOne = async (
    resource: Resource,
    id: string,
    values: Record<string, unknown>,
    by: Actor,
  ) => (await nameFiles(parts(), resource, [{ id, values }], by))[0]!;
  return {
    ...writes,
    create: async (resource, values, by, id = newId()) => {
      if (!namesFiles(resource, [{ values }])) return writes.create(resource, values, by, id);
      const whole = await nameOne(resource, id, values, by);
      return 'failure' in whole ? whole : writes.create(resource, whole.values, by, id);
    },
    update: async (resource, id, expected, values, by) => {
      if (!namesFiles(resource, [{ values }]))
        return writes.update(resource, id, expected, values, by);
      const whole = await nameOne(resource, id, values, by);
      return 'failure' in whole ? whole : writes.update(resource, id, expected, whole.values, by);
    },
    writeMany: async (resource, many, by) => {
      if (!namesFiles(resource, many)) return writes.writeMany(resource, many, by);
      const whole = await nameFiles(parts(), resource, many, by);
      const open = many.flatMap((write, at): ManyWrite[] => {
        const named = whole[at]!;
        return 'failure' in named ? [] : [{ ...write, values: named.values }];
      });
      const outcomes = open.length === 0 ? [] : await writes.writeMany(resource, open, by);
      return whole.map((each): ManyOutcome => ('failure' in each ? each : outcomes.shift()!));
    },
  };
}
