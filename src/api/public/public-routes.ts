import { publicRole, toPublicDescriptor } from '../../descriptor/permissions/as-public.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import type { Call } from '../http/call.ts';
import { publicOperations } from './public-operations.ts';
import { type Refusal, refuseAs } from '../http/refusal.ts';
import type { Route } from '../http/route.ts';
import { listPublicRecords } from './list-public-records.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import type { StoredRecord } from '../../store/store.ts';
import { recordAsSeen } from '../records/record-as-seen.ts';
import { answerPublic } from './answer-public.ts';

/**
 * What everybody may read. The query is understood by the narrowed descriptor, where what is not
 * public does not exist; the rows are asked of the resource as it is, whose columns are those
 * of the database.
 */
export type PublicCall = { call: Call; seen: Descriptor; narrowed: Resource; resource: Resource };

/** The published resources, by their names: `/api/public/chems`. Others are no paths at all. */
export function publicRoutes(descriptor: Descriptor): Route[] {
  const seen = toPublicDescriptor(descriptor);
  return [...seen.resources.values()].flatMap((narrowed) => {
    const resource = descriptor.resources.get(narrowed.name)!;
    const say = publicOperations(narrowed);
    const path = `/api/public/${narrowed.name}`;
    const run =
      (answer: (asked: PublicCall) => Promise<Response | Refusal>) =>
      (call: Call): Promise<Response | Refusal> =>
        answer({ call: { ...call, role: publicRole }, seen, narrowed, resource });
    const list: Route = {
      method: 'GET',
      path,
      takesQuery: true,
      needs: 'nobody',
      operation: say.list,
      run: run(listPublicRecords),
    };
    return [
      list,
      { ...list, path: `${path}/`, alias: true },
      {
        method: 'GET',
        path: `${path}/:id`,
        needs: 'nobody',
        operation: say.get,
        run: run(getPublicRecord),
      },
    ];
  });
}

async function getPublicRecord(asked: PublicCall): Promise<Response | Refusal> {
  const { call, seen, narrowed, resource } = asked;
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const found = await call.parts.store.get(resource, id, narrowed.publicFields);
  if (!found) return refuseAs('S001');

  const record = JSON.parse(found.json) as StoredRecord;
  const view = { ...call, descriptor: seen, role: publicRole };
  return answerPublic(call, JSON.stringify(recordAsSeen(view, narrowed, record)), {});
}
