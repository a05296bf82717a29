import type { Resource } from '../../descriptor/descriptor.ts';
import type { UserCall } from '../http/call.ts';
import { mergeOperations } from './merge-operations.ts';
import type { Right, Route } from '../http/route.ts';
import { findDuplicates } from './find-duplicates.ts';
import { mergeRecords } from './merge-records.ts';
import { readMerges } from '../merging/read-merges.ts';
import { undoMerge } from './undo-merge.ts';

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
