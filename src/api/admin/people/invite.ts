import { Invited, type InviteResult } from '../../../contract/people/people.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import { countFailure, createSummary } from '../../../files/import/import-summary.ts';
import { DUPLICATE, problem, type Problem } from '../../../fields/problems/problem.ts';
import { answer, answerJson, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { actorOf, auditActorOf, queryContext } from '../../../services/acting.ts';
import { failureProblems } from '../../../services/write-problems.ts';
import { parseValue } from '../../http/json-body.ts';
import { toVisibleRecord } from '../../../services/refuse-write.ts';
import { isRefusal, refuse } from '../../../services/refusal.ts';
import { counterOf, spendLimits } from '../../accounts/limits.ts';
import { type Invitation, invitationBody, invitationsBody } from './bodies.ts';
import { checkRecord } from '../../../descriptor/rules/record-check.ts';
import { findAccount, USERS, usersResource } from '../../../store/system/account.ts';
import { setPreferences } from '../../../store/system/accounts/preferences.ts';
import { saveToken, removeTokens } from '../../../store/system/accounts/tokens.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../../services/mail-to.ts';
import type { QueryRunner, StoredRecord, WriteOutcome } from '../../../store/store.ts';
import { createSecret } from '../../accounts/secrets.ts';
import { isDuplicateAddress } from '../../accounts/register.ts';

/** Invites one person, or a pasted list of people. */
export async function invite(call: UserCall): Promise<Reply> {
  const tooOften = await spendLimits(call, counterOf('invite', call.user._id));
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
  const users = usersResource(call.descriptor.resources);
  const user = toVisibleRecord(call, users, invited.user);
  const text = JSON.stringify(user);
  if (invited.again) return answerJson(call, 200, text);
  return answerJson(call, 201, text, { Location: `${users.root}/${invited.user._id}` });
}

async function inviteList(call: UserCall, value: object): Promise<Reply> {
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

/** `again`: the address was already invited or had registered, and a mail with a new link is on its way. */
type OneInvited = { user: StoredRecord; again: boolean } | { problems: readonly Problem[] };

/** Creates a user who has to choose a password, and mails them the link for it. */
async function inviteOne(call: UserCall, invitation: Invitation): Promise<OneInvited> {
  const values = checkInvitation(call, invitation);
  if ('problems' in values) return values;
  const outcome = await write(call, invitation, async (store, users) =>
    store.create(users, values.values, { ...actorOf(call), partOf: 'invitation' }),
  );
  if (!('failure' in outcome)) return { user: outcome.record, again: false };
  const problems = failureProblems(call, usersResource(call.descriptor.resources), outcome);
  if (!isDuplicateAddress(outcome)) return { problems };
  return await inviteAgain(call, invitation, String(values.values['email']), problems);
}

function checkInvitation(
  call: UserCall,
  { email, name, organisation, role }: Invitation,
): { values: Record<string, unknown> } | { problems: readonly Problem[] } {
  const checked = checkRecord({
    ...queryContext(call, usersResource(call.descriptor.resources)),
    mode: 'create',
    body: {
      email,
      name: name || email.split('@')[0],
      ...(organisation === undefined ? {} : { organisation }),
      role,
      status: 'invited',
    },
  });
  return 'problems' in checked ? checked : { values: checked.values };
}

/** Sends another link, with the new values, to people who were invited or wait. All others have an account. */
async function inviteAgain(
  call: UserCall,
  invitation: Invitation,
  email: string,
  otherwise: readonly Problem[],
): Promise<OneInvited> {
  const users = usersResource(call.descriptor.resources);
  const existing = await findAccount(call.services.database, users, email);
  const status = existing?.account.status;
  if (!existing || (status !== 'invited' && status !== 'pending')) return { problems: otherwise };
  const { name, organisation, role } = invitation;
  const checked = checkRecord({
    ...queryContext(call, users),
    mode: 'patch',
    body: {
      role,
      // Takes over a registration: its password gives no access, and the link lets the person choose a new one.
      ...(status === 'pending' && { status: 'invited' }),
      ...(name ? { name } : {}),
      ...(organisation ? { organisation } : {}),
    },
  });
  if ('problems' in checked) return checked;
  const outcome = await write(call, invitation, async (store) =>
    store.update(users, existing.account._id, '*', checked.values, {
      ...actorOf(call),
      partOf: 'invitation',
    }),
  );
  if ('failure' in outcome) return { problems: failureProblems(call, users, outcome) };
  return { user: outcome.record, again: true };
}

/** Writes the user and the mail together, or neither. */
async function write(
  call: UserCall,
  { language }: Invitation,
  put: (
    store: UserCall['services']['store'],
    users: ReturnType<typeof usersResource>,
  ) => Promise<WriteOutcome>,
): Promise<WriteOutcome> {
  return await call.services.store.transaction(async (store, sql) => {
    const outcome = await put(store, usersResource(call.descriptor.resources));
    if ('failure' in outcome) return outcome;
    const { _id } = outcome.record;
    if (language !== undefined) await setPreferences(sql, _id, { language });
    await sendInvitation(call, sql, outcome.record);
    return outcome;
  });
}

async function sendInvitation(
  call: UserCall,
  sql: QueryRunner,
  { _id, email, name, role }: StoredRecord,
): Promise<void> {
  const { text: token, hash } = createSecret(32);
  await removeTokens(sql, _id, ['invitation', 'email']);
  await queueMail(sql, {
    kind: 'invitation',
    ...(await mailTo(sql, call, { _id, email: String(email), name: String(name) })),
    data: { userId: _id, invitedBy: call.user.name },
    token,
    goodUntil: await saveToken(sql, _id, 'invitation', hash),
  });
  const of = { resource: USERS, record: _id, detail: { email, role } };
  await writeAudit(sql, { action: 'invited', ...auditActorOf(call), ...of });
}
