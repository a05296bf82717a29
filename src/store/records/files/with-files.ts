import type { Resource } from '../../../descriptor/descriptor.ts';
import type { Actor, ManyOutcome, ManyWrite, WriteOutcome } from '../../store.ts';
import { newId } from '../sql/new-id.ts';
import type { Writes } from '../store-operations.ts';
import type { WriteContext } from '../query/complete.ts';
import { nameFiles, namesFiles } from './name-files.ts';
import { requireItem, requireValue } from '../../../fields/require-entry.ts';

/** The same writes, where values name files by their ids. A write without files runs as it is. */
export function withFiles(writes: Writes, context: () => WriteContext): Writes {
  const writeOne = (
    resource: Resource,
    id: string,
    values: Record<string, unknown>,
    by: Actor,
    write: (values: Record<string, unknown>) => Promise<WriteOutcome>,
  ): Promise<WriteOutcome> => {
    if (!namesFiles(resource, [{ values }])) return write(values);
    return nameFiles(context(), resource, [{ id, values }], by).then((named) => {
      const whole = requireItem(named, 0);
      return 'failure' in whole ? whole : write(whole.values);
    });
  };
  return {
    ...writes,
    create: (resource, given, by, id = newId()) =>
      writeOne(resource, id, given, by, (values) => writes.create(resource, values, by, id)),
    update: (resource, id, expected, given, by) =>
      writeOne(resource, id, given, by, (values) =>
        writes.update(resource, id, expected, values, by),
      ),
    writeMany: async (resource, many, by) => {
      if (!namesFiles(resource, many)) return writes.writeMany(resource, many, by);
      const whole = await nameFiles(context(), resource, many, by);
      const open = many.flatMap((write, at): ManyWrite[] => {
        const named = requireItem(whole, at);
        return 'failure' in named ? [] : [{ ...write, values: named.values }];
      });
      const outcomes = open.length === 0 ? [] : await writes.writeMany(resource, open, by);
      return whole.map((each): ManyOutcome =>
        'failure' in each ? each : requireValue(outcomes.shift(), 'outcome'),
      );
    },
  };
}
