import { mayWrite } from '../../../descriptor/access.ts';
import type { Resource } from '../../../descriptor/descriptor.ts';
import { checkRecord, isRecordId } from '../../../descriptor/rules/record-check.ts';
import { problem } from '../../../fields/problem.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { actorOf } from '../../http/actor.ts';
import type { UserCall } from '../../http/call.ts';
import { momentOf } from '../../http/moment.ts';
import { readCurrent } from '../../records/current-record.ts';
import { parseIfMatch } from '../../records/etag.ts';
import { tryAgain } from '../../records/try-again.ts';
import { answerWrite } from '../../records/write-answer.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../http/refusal.ts';

/** What a change makes of a user, seeing them as they are; undefined: they are like that already. */
export type Change = (user: StoredRecord) => Record<string, unknown> | undefined | Refusal;

/**
 * Changes one user as any write does: by the rights of the caller, the rules of the resource and the
 * guard of the users, who notes and tells what came of it. A version is looked at if one is sent.
 */
export async function changeUser(
  call: UserCall,
  users: Resource,
  field: 'status' | 'role',
  change: Change,
): Promise<Response | Refusal> {
  return await onUser(call, users, field, async (current) => {
    const body = change(current);
    if (body && isRefusal(body)) return body;
    const { descriptor, role, parts } = call;
    const checked = checkRecord({
      descriptor,
      role,
      resource: users,
      mode: 'patch',
      body: body ?? {},
      current,
      moment: momentOf(call),
    });
    if ('problems' in checked) return refuse(checked.problems, { status: 422 });
    const outcome = body
      ? await parts.store.update(
          users,
          current._id,
          current._version,
          checked.values,
          actorOf(call),
        )
      : { record: current };
    return answerWrite(call, users, outcome);
  });
}

/**
 * The user of the path as they are now; once more when somebody wrote them meanwhile and no version
 * was sent. Whoever may not write `field` is not told either what it holds.
 */
export async function onUser(
  call: UserCall,
  users: Resource,
  field: 'status' | 'role',
  run: (current: StoredRecord) => Promise<Response | Refusal>,
): Promise<Response | Refusal> {
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const { descriptor, role } = call;
  const isKept = !mayWrite(descriptor, role, users, field);
  const match = call.request.headers.has('If-Match')
    ? parseIfMatch(call.request)
    : ({ expected: '*' } as const);
  if (isRefusal(match)) return match;
  const { expected } = match;
  return await tryAgain(expected === '*', async () => {
    const found = await readCurrent(call, users, id, expected);
    if (isRefusal(found)) return found;
    return isKept ? refuse(problem('A008', field, { role })) : await run(found.current);
  });
}

/** Only users in some states can have this done; `is` is the one this user is in. */
export function refuseState({ status }: StoredRecord): Refusal {
  return refuse(problem('A016', '', { status: String(status) }));
}
