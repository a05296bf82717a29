import { z } from 'zod';
import { ServiceAccount } from '../../../contract/people/keys.ts';
import { checkRecord } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problems/problem.ts';
import { IS_SERVICE, USERS, usersResource } from '../../../store/system/account.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { actorOf, auditActorOf } from '../../../services/acting.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse } from '../../../services/refusal.ts';
import type { SessionServices } from '../session-services.ts';

export const serviceAccountBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  role: z.string(),
});

/**
 * Makes a user that belongs to no person. It has an address of a domain that does not exist (RFC 2606), because users
 * need one, and no password, so nobody can sign in as it.
 */
export async function addServiceAccount(
  call: UserCall,
  { store }: SessionServices,
): Promise<Reply> {
  const body = await parseBody(call, serviceAccountBody);
  if (isRefusal(body)) return body;
  const { descriptor, role } = call;
  const users = usersResource(descriptor.resources);
  if (!users.fields.has(IS_SERVICE))
    return refuse(
      problem('V084', '', {}, `declare the field ${IS_SERVICE} of users (boolean, readOnly)`),
    );
  const id = newId();
  const { name } = body.value;
  const email = `${id}@service.invalid`;
  const checked = checkRecord({
    descriptor,
    role,
    resource: users,
    mode: 'create',
    body: { name, email, role: body.value.role, status: 'confirmed' },
  });
  if ('problems' in checked) return refuse(checked.problems, { status: 422 });

  const by = { ...actorOf(call), partOf: 'serviceAccount' } as const;
  const values = { ...checked.values, [IS_SERVICE]: true };
  const result = await store.transaction(async (within, sql) => {
    const outcome = await within.create(users, values, by, id);
    if ('failure' in outcome) return outcome;
    const of = { resource: USERS, record: id, detail: body.value };
    await writeAudit(sql, { action: 'serviceAccountMade', ...auditActorOf(call), ...of });
    return outcome;
  });
  if ('failure' in result)
    return refuse('problems' in result ? result.problems : problem('S004', ''), { status: 422 });
  return answer(call, 201, ServiceAccount, { _id: id, name, role: body.value.role });
}
