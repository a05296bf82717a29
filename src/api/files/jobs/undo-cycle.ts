import type { Resource } from '../../../descriptor/descriptor.ts';
import { emptyOf } from '../../../descriptor/field-check.ts';
import { undoMark, type JobChange } from '../../../store/system/jobs/job-changes.ts';
import type { Store } from '../../../store/store.ts';
import { actorOf, type UserCall } from '../../http/call.ts';
import { abortWith, untilAborted } from '../../http/abort.ts';

/** Each round leaves out records with references from elsewhere, and then the records that those refer to. */
const MOST_LOOKS = 50;

/**
 * Undoes the creation of records that refer to each other, so that none can be removed alone: empties their
 * references and removes them all, in one transaction. A record with a reference from elsewhere stays as it
 * was, with all records it refers to. Returns the removed ones.
 */
export async function undoCycle(
  call: UserCall,
  resource: Resource,
  { job, changes }: { job: string; changes: readonly JobChange[] },
): Promise<ReadonlySet<JobChange>> {
  const own = [...resource.fields.values()].filter(
    ({ kind, settings }) => kind.relation?.(settings).to === resource.name,
  );
  const without = Object.fromEntries(own.map((field) => [field.name, emptyOf(field)]));
  let ring = changes.filter(({ isNew }) => isNew);
  for (let look = 0; own.length > 0 && ring.length > 1 && look < MOST_LOOKS; look++) {
    const staying = await tryAll(call, { resource, ring, without, job });
    if (staying.size === 0) return new Set(ring);
    ring = ring.filter((change) => !staying.has(change));
  }
  return new Set();
}

type Ring = {
  resource: Resource;
  ring: readonly JobChange[];
  without: Record<string, unknown>;
  job: string;
};

/** Returns the records that cannot be removed; if there are any, nothing was changed. */
async function tryAll(call: UserCall, ring: Ring): Promise<ReadonlySet<JobChange>> {
  return await untilAborted(() =>
    call.parts.store.transaction(async (store) => {
      const staying = await removeAll(call, store, ring);
      return staying.size > 0 ? abortWith(staying) : staying;
    }),
  );
}

async function removeAll(
  call: UserCall,
  store: Store,
  { resource, ring, without, job }: Ring,
): Promise<ReadonlySet<JobChange>> {
  const by = { ...actorOf(call), way: 'undo', changeSet: undoMark(job) } as const;
  const versions = new Map<JobChange, number>();
  for (const change of ring) {
    const emptied = await store.update(resource, change.id, change.version, without, by);
    if ('record' in emptied) versions.set(change, emptied.record._version);
  }
  const staying = new Set(ring.filter((change) => !versions.has(change)));
  for (const [change, version] of versions) {
    const gone = await store.remove(resource, change.id, version, by);
    if (!('record' in gone)) staying.add(change);
  }
  return staying;
}
