import { publicRole } from '../../descriptor/permissions/as-public.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import type { StoredRecord } from '../../store/store.ts';
import { recordAsSeen } from '../records/record-as-seen.ts';
import { refuseAs, type Refusal } from '../http/refusal.ts';
import { answerPublic } from './answer-public.ts';
import type { PublicCall } from './public-routes.ts';

export async function getPublicRecord(asked: PublicCall): Promise<Response | Refusal> {
  const { call, seen, narrowed, resource } = asked;
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const found = await call.parts.store.get(resource, id, narrowed.publicFields);
  if (!found) return refuseAs('S001');

  const record = JSON.parse(found.json) as StoredRecord;
  const view = { ...call, descriptor: seen, role: publicRole };
  return answerPublic(call, JSON.stringify(recordAsSeen(view, narrowed, record)), {});
}
