import type { PastMerge } from '../../contract/duplicates.ts';
import { Merges } from '../../contract/duplicates.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { UserCall } from '../http/call.ts';
import { mergeOperations } from './merge-operations.ts';
import type { Right, Route } from '../http/route.ts';
import { findDuplicates } from './find-duplicates.ts';
import { mergeRecords } from './merge-records.ts';
import { undoMerge } from './undo-merge.ts';
import { listMerges } from '../../store/records/merges.ts';
import { answer } from '../http/answer.ts';

const MOST = 50;

/** Finding records that were entered twice and making them one, where the resource says how they are found. */
export function mergeRoutes(resource: Resource): Route[] {
  const { root, duplicates } = resource;
  if (duplicates.length === 0) return [];
  const say = mergeOperations(resource);
  const merging: Right = {
    may: 'update',
    of: resource,
    and: [
      { may: 'delete', of: resource },
      { may: 'read', of: resource },
    ],
  };
  const undoing: Right = { ...merging, and: [...merging.and!, { may: 'create', of: resource }] };
  return [
    {
      method: 'GET',
      path: `${root}/duplicates`,
      needs: { may: 'list', of: resource },
      takesQuery: true,
      operation: say.find,
      run: (call: UserCall) => findDuplicates(call, resource),
    },
    {
      method: 'POST',
      path: `${root}/merge`,
      needs: merging,
      operation: say.merge,
      run: (call: UserCall) => mergeRecords(call, resource),
    },
    {
      method: 'GET',
      path: `${root}/merges`,
      needs: undoing,
      operation: say.list,
      run: (call: UserCall) => readMerges(call, resource),
    },
    {
      method: 'POST',
      path: `${root}/merges/:id/undo`,
      needs: undoing,
      operation: say.undo,
      run: (call: UserCall) => undoMerge(call, resource),
    },
  ];
}

/** The latest merges of a resource, which can be taken back; no values of any record. */
async function readMerges(call: UserCall, resource: Resource): Promise<Response> {
  const merges = await listMerges(call.parts.database, resource.name, MOST);
  const data = call.restriction ? await amongTheirs(call, resource, merges) : merges;
  return answer(call, 200, Merges, { data });
}

/** Those whose record that stays is there for the caller. */
async function amongTheirs(
  { parts }: UserCall,
  resource: Resource,
  merges: readonly PastMerge[],
): Promise<PastMerge[]> {
  const ids = merges.map(({ kept }) => kept);
  const seen = await parts.store.findMany(resource, '_id', ids, []);
  const theirs = new Set(seen.map(({ _id }) => _id));
  return merges.filter(({ kept }) => theirs.has(kept));
}
