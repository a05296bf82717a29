import type { Resource } from '../../descriptor/descriptor.ts';
import type { Actor, ManyOutcome, ManyWrite } from '../store.ts';
import { createRecord, updateRecord, type WriteParts } from './write.ts';

/** Many writes, one outcome each. */
export async function writeMany(
  parts: WriteParts,
  resource: Resource,
  writes: readonly ManyWrite[],
  by: Actor,
): Promise<ManyOutcome[]> {
  const outcomes: ManyOutcome[] = [];
  for (const { id, values, expected } of writes) {
    const outcome =
      expected === undefined
        ? await createRecord(parts, resource, values, by, id)
        : await updateRecord(parts, resource, id, expected, values, by);
    outcomes.push('record' in outcome ? { id, version: outcome.record._version } : outcome);
  }
  return outcomes;
}
