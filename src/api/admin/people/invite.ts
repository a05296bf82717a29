import { Invited, type InviteResult } from '../../../contract/people.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import { countFailure, createSummary } from '../../../files/import/import-summary.ts';
import { DUPLICATE, problem } from '../../../fields/problem.ts';
import { answer, answerJson } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { parseValue } from '../../http/parse-body.ts';
import { recordAsSeen } from '../../records/record-as-seen.ts';
import { isRefusal, refuse, type Refusal } from '../../http/refusal.ts';
import { limited, takeLimits } from '../../accounts/limits.ts';
import { usersOf } from '../../accounts/who-is.ts';
import { invitationBody, invitationsBody } from './invitation-bodies.ts';
import { inviteOne, type OneInvited } from './invite-one.ts';

/** Invites one person, or a list of them as it was pasted. */
export async function invite(call: UserCall): Promise<Response | Refusal> {
  const tooOften = await takeLimits(call, limited('invite', call.user._id));
  if (tooOften) return tooOften;
  const body = await call.readJson();
  if (isRefusal(body)) return body;
  const { value } = body;
  if (Array.isArray(value)) return await inviteList(call, { invitations: value });
  if (isObject(value) && 'invitations' in value) return await inviteList(call, value);

  const invitation = parseValue(value, invitationBody(call.descriptor));
  if (isRefusal(invitation)) return invitation;
  const invited = await inviteOne(call, invitation.value);
  if ('problems' in invited) return refuse(invited.problems);
  const users = usersOf(call.descriptor.resources);
  const user = recordAsSeen(call, users, invited.user);
  const text = JSON.stringify(user);
  if (invited.again) return answerJson(call, 200, text);
  return answerJson(call, 201, text, { Location: `${users.root}/${invited.user._id}` });
}

async function inviteList(call: UserCall, value: object): Promise<Response | Refusal> {
  const body = parseValue(value, invitationsBody(call.descriptor));
  if (isRefusal(body)) return body;
  const { invitations, role, language } = body.value;
  const summary = createSummary<{ row: number }>();
  const results: InviteResult[] = [];
  const seen = new Set<string>();
  for (const [index, each] of invitations.entries()) {
    if (call.request.signal.aborted) break;
    const row = index + 1;
    const whole = isObject(each)
      ? { ...(role === undefined ? {} : { role }), ...(language ? { language } : {}), ...each }
      : each;
    const email = isObject(each) && typeof each['email'] === 'string' ? each['email'] : null;
    const invited = await inviteNext(call, whole, seen);
    summary.total += 1;
    if ('problems' in invited) {
      countFailure(summary, { row }, invited.problems);
      results.push({ row, email, status: 'failed', problems: invited.problems });
    } else {
      summary[invited.again ? 'updated' : 'created'] += 1;
      const status = invited.again ? 'updated' : 'created';
      results.push({ row, email, status, _id: invited.user._id });
    }
  }
  return answer(call, 200, Invited, { ...summary, results });
}

async function inviteNext(call: UserCall, value: unknown, seen: Set<string>): Promise<OneInvited> {
  const parsed = parseValue(value, invitationBody(call.descriptor));
  if (isRefusal(parsed)) return { problems: parsed.refused };
  const address = parsed.value.email.trim().toLowerCase();
  if (seen.has(address)) return { problems: [problem(DUPLICATE, 'email')] };
  seen.add(address);
  return await inviteOne(call, parsed.value);
}
