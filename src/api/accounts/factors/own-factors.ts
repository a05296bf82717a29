import { z } from 'zod';
import {
  ConfirmedFactor,
  Factor,
  factorKinds,
  Factors,
  NewFactor,
  RecoveryCodes,
} from '../../../contract/people/factors.ts';
import { problem } from '../../../fields/problems/problem.ts';
import {
  confirmFactor,
  countCodes,
  findDeadline,
  findUnconfirmed,
  insertFactor,
  listFactors,
  MOST_FACTORS,
  removeFactor,
  renameFactor,
  replaceCodes,
} from '../../../store/system/accounts/factors.ts';
import { endOtherSessions } from '../../../store/system/accounts/sessions.ts';
import { type AuditDetail, writeAudit } from '../../../store/system/audit/write-audit.ts';
import { newId } from '../../../store/records/sql/new-id.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { queueMail, type MailData } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../../services/mail-to.ts';
import { answer, answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, refuse, refuseAs } from '../../../services/refusal.ts';
import type { SessionServices } from '../session-services.ts';
import { creationOptions, passkeyBody, readNewPasskey } from './passkeys.ts';
import { createCodes } from './recovery-codes.ts';
import { counterOf, forgetLimit, spendLimits } from '../limits.ts';
import { createTotp, stepOf } from './totp.ts';
import { requireValue } from '../../../fields/require-entry.ts';

const name = z.string().trim().min(1).max(60);

export const newFactorBody = z.strictObject({ kind: z.enum(factorKinds), name });

export const factorNameBody = z.strictObject({ name });

export const confirmationBody = z.strictObject({
  code: z.string().min(1).max(40).optional().describe('`totp`: the code that the app shows.'),
  passkey: passkeyBody
    .optional()
    .describe('`passkey`: the answer of `navigator.credentials.create`.'),
});

export async function listOwnFactors(call: UserCall): Promise<Response> {
  const { services, user, descriptor } = call;
  const data = await listFactors(services.database, user._id);
  const required = descriptor.roles.get(user.role)?.secondFactor === true;
  const deadline =
    required && data.length === 0 ? await findDeadline(services.database, user._id) : undefined;
  const recoveryCodes = await countCodes(services.database, user._id);
  return answer(call, 200, Factors, { data, recoveryCodes, required, deadline: deadline ?? null });
}

/** Begins to add a factor. It works once it has been used for the first time. */
export async function startFactor(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, newFactorBody);
  if (isRefusal(body)) return body;
  const { services, user } = call;
  const id = newId();
  const totp = body.value.kind === 'totp' ? await createTotp(call, id) : undefined;
  const factor = { id, userId: user._id, ...body.value, ...(totp && { secret: totp.sealed }) };
  if (!(await insertFactor(services.database, factor)))
    return refuse(problem('A031', '', { max: MOST_FACTORS }));
  const started = {
    ...body.value,
    id,
    createdAt: new Date().toISOString(),
    usedAt: null,
    ...(totp
      ? { secret: totp.secret, uri: totp.uri }
      : { options: { ...(await creationOptions(call)) } }),
  };
  return answer(call, 201, NewFactor, started);
}

/** Makes a factor work by its first use. The first one brings recovery codes. */
export async function confirmOwnFactor(
  call: UserCall,
  { authenticator }: SessionServices,
): Promise<Reply> {
  const body = await parseBody(call, confirmationBody);
  if (isRefusal(body)) return body;
  const { services, user, params } = call;
  const factor = await findUnconfirmed(services.database, user._id, params['id'] ?? '');
  if (!factor) return refuseAs('S001');
  const proof = await readFirstUse(call, factor, body.value);
  if (isRefusal(proof)) return proof;

  const isFirst = (await listFactors(services.database, user._id)).length === 0;
  const newCodes = isFirst ? await createCodes(call) : undefined;
  if (newCodes && isRefusal(newCodes)) return newCodes;
  const confirmed = await services.database.transaction(async (sql) => {
    if (!(await confirmFactor(sql, user._id, factor.id, proof))) return undefined;
    await report(sql, call, 'factorAdded', factor);
    if (newCodes) await replaceCodes(sql, user._id, newCodes);
    return newCodes ? { recoveryCodes: newCodes.codes } : {};
  });
  if (!confirmed) return refuse(problem('A029', factor.kind === 'totp' ? 'code' : 'passkey'));
  authenticator.forget();
  const { secret: _, ...shown } = factor;
  return answer(call, 200, ConfirmedFactor, { ...shown, ...confirmed });
}

type Unconfirmed = NonNullable<Awaited<ReturnType<typeof findUnconfirmed>>>;

async function readFirstUse(
  call: UserCall,
  factor: Unconfirmed,
  { code, passkey }: z.output<typeof confirmationBody>,
) {
  if (factor.kind === 'passkey') {
    if (!passkey) return refuse(problem('V001', 'passkey'));
    return (await readNewPasskey(call, passkey)) ?? refuse(problem('A029', 'passkey'));
  }
  if (code === undefined) return refuse(problem('V001', 'code'));
  const counted = counterOf('factor', call.user._id);
  const tooOften = await spendLimits(call, counted);
  if (tooOften) return tooOften;
  const step = await stepOf(
    call,
    { id: factor.id, secret: requireValue(factor.secret, 'secret') },
    code,
  );
  if (step === undefined) return refuse(problem('A029', 'code'));
  await forgetLimit(call, counted);
  return { step };
}

export async function renameOwnFactor(call: UserCall): Promise<Reply> {
  const body = await parseBody(call, factorNameBody);
  if (isRefusal(body)) return body;
  const { services, user, params } = call;
  const renamed = await renameFactor(
    services.database,
    user._id,
    params['id'] ?? '',
    body.value.name,
  );
  return renamed ? answer(call, 200, Factor, renamed) : refuseAs('S001');
}

export async function removeOwnFactor(
  call: UserCall,
  { authenticator }: SessionServices,
): Promise<Reply> {
  const { services, user, params, sessionId } = call;
  const removed = await services.database.transaction(async (sql) => {
    const factor = await removeFactor(sql, user._id, params['id'] ?? '');
    if (!factor) return undefined;
    // A thief of the device may also have a session on it.
    await endOtherSessions(sql, user._id, sessionId, 'factorRemoved');
    await report(sql, call, 'factorRemoved', factor);
    return factor;
  });
  if (!removed) return refuseAs('S001');
  authenticator.forget();
  return answerEmpty(call, 204);
}

export async function renewOwnCodes(call: UserCall): Promise<Reply> {
  const { services, user } = call;
  if ((await listFactors(services.database, user._id)).length === 0) return refuseAs('A032');
  const newCodes = await createCodes(call);
  if (isRefusal(newCodes)) return newCodes;
  await services.database.transaction(async (sql) => {
    await replaceCodes(sql, user._id, newCodes);
    await report(sql, call, 'recoveryCodesRenewed');
  });
  return answer(call, 200, RecoveryCodes, { recoveryCodes: newCodes.codes });
}

/** Writes a change of a person's factors into the audit log, and tells the person: somebody else may have done it. */
async function report(
  sql: QueryRunner,
  call: UserCall,
  action: MailData['factorsChanged']['what'],
  factor?: Pick<Factor, 'kind' | 'name'>,
): Promise<void> {
  const detail: AuditDetail = factor ? { kind: factor.kind, name: factor.name } : {};
  await writeAudit(sql, { action, ...auditActorOf(call), detail });
  await queueMail(sql, {
    kind: 'factorsChanged',
    ...(await mailTo(sql, call, call.user)),
    data: {
      what: action,
      name: factor?.name ?? null,
      at: new Date().toISOString(),
      address: call.address,
    },
  });
}
