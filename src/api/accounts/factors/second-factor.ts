import { z } from 'zod';
import { problem } from '../../../fields/problems/problem.ts';
import { type Account, findUser, usersResource } from '../../../store/system/account.ts';
import { countCodes, listFactors } from '../../../store/system/accounts/factors.ts';
import { findChallenge, saveToken, spendChallenge } from '../../../store/system/accounts/tokens.ts';
import type { QueryRunner } from '../../../store/store.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { answer, type Reply } from '../../http/answer/answer.ts';
import type { Call, UserCall } from '../../http/call.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import { isSameSite } from '../../http/cookies.ts';
import { PasskeyOptions } from '../../../contract/people/factors.ts';
import { exactlyOne } from '../exactly-one.ts';
import { hasPasswords } from '../sign-in/password-sign-in.ts';
import { counterOf, forgetLimit, networkOf, returnLimit, spendLimits } from '../limits.ts';
import { openSession, type SignIn } from '../sign-in/open-session.ts';
import { recordFailure } from '../sign-in/password-attempts.ts';
import { refuseClosed, refuseWrong } from '../sign-in/refuse-sign-in.ts';
import { createSecret } from '../secrets.ts';
import { hashSecret } from '../../http/key-text.ts';
import type { SessionServices } from '../session-services.ts';
import { passkeyBody, readPasskeyUser, requestOptions } from './passkeys.ts';
import { refuseBusy, spendRecoveryCode } from './recovery-codes.ts';
import { spendTotp } from './totp.ts';

/** The forms of a typed second factor. */
export const codes = {
  code: z.string().min(1).max(40).optional().describe('The code that an authenticator app shows.'),
  recoveryCode: z.string().min(1).max(40).optional().describe('In place of the code.'),
};

const proofs = {
  ...codes,
  passkey: passkeyBody.optional().describe('The answer of `navigator.credentials.get`.'),
};

export const secondFactorBody = z
  .strictObject({
    challenge: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('From the answer to the right password. A passkey alone needs none.'),
    ...proofs,
  })
  .check(exactlyOne(proofs));

export type Proof = Pick<z.output<typeof secondFactorBody>, keyof typeof proofs>;

/** What the right password, or another first proof, says about the session that follows. */
export type Begun = Pick<SignIn, 'identity' | 'connect' | 'changes' | 'by'>;

/** Asks a user who has a second factor for it; undefined for others. */
export async function askSecondFactor(
  call: Call,
  user: Account,
  begun: Begun = {},
): Promise<Refusal | undefined> {
  const { database } = call.services;
  const factors = await listFactors(database, user._id);
  if (factors.length === 0) return undefined;
  const { text: challenge, hash } = createSecret(32);
  await saveToken(database, user._id, 'factor', hash, begun);
  const kinds = new Set<string>(factors.map(({ kind }) => kind));
  const hasCodes = (await countCodes(database, user._id)) > 0;
  return refuseAs('A028', {
    extra: {
      challenge,
      factors: [...kinds, ...(hasCodes ? ['recoveryCode'] : [])],
      ...(kinds.has('passkey') && { passkey: await requestOptions(call, user._id) }),
    },
  });
}

/** The options for signing in by a passkey alone. They tell nothing about anybody. */
export async function startPasskey(call: Call): Promise<Reply> {
  if (!hasPasswords(call)) return refuseAs('A046');
  const tooOften = await spendLimits(call, counterOf('passkey', networkOf(call)));
  return tooOften ?? answer(call, 200, PasskeyOptions, { ...(await requestOptions(call)) });
}

/** Signs in with the second factor after the right password, or with a passkey alone. */
export async function loginWithFactor(call: Call, session: SessionServices): Promise<Reply> {
  const { services, request, descriptor } = call;
  if (!isSameSite(request, services.publicUrl)) return refuseAs('A011');
  const body = await parseBody(call, secondFactorBody);
  if (isRefusal(body)) return body;
  const { challenge, ...proof } = body.value;
  const answered = await readChallenge(call, challenge, proof);
  if (isRefusal(answered)) return answered;
  const { hash, row } = answered;
  const proven = await readProof(call, proof, row?.userId);
  if (typeof proven !== 'string') return proven;
  const user = await findUser(services.database, usersResource(descriptor.resources), proven);
  if (!user) return refuseAs('A029');
  const closed = await refuseClosed(call, user);
  if (closed) return closed;
  const by = Object.keys(proof).find((name) => proof[name as keyof Proof] !== undefined)!;
  const claim = async (sql: QueryRunner): Promise<boolean> =>
    hash === undefined || (await spendChallenge(sql, hash, 'factor'));
  const begun = (row?.detail ?? {}) as Begun;
  const opened = await openSession(call, { user, claim, ...begun, by }, session.tokens);
  return opened ?? (await refuseWrong(call, user));
}

/** The challenge that a proof answers. A passkey needs none, where passwords are allowed. */
async function readChallenge(call: Call, challenge: string | undefined, { passkey }: Proof) {
  if (challenge === undefined) {
    if (!passkey) return refuse(problem('V001', 'challenge'));
    return hasPasswords(call) ? {} : refuseAs('A046');
  }
  const hash = hashSecret(challenge);
  const row = await findChallenge(call.services.database, hash, 'factor');
  return row ? { hash, row } : refuse(problem('A014', 'challenge'), { status: 401 });
}

/** The user whose proof is right, or why it is not. `userId`: whose it must be, if that is known. */
async function readProof(
  call: Call,
  { code, recoveryCode, passkey }: Proof,
  userId: string | undefined,
): Promise<string | Refusal> {
  const { database } = call.services;
  if (passkey) {
    const owner = await readPasskeyUser(call, passkey);
    const isTheirs = owner !== undefined && (userId === undefined || owner === userId);
    return isTheirs ? owner : await refuseProof(call, userId, 'passkey');
  }
  if (userId === undefined) return refuseAs('A029');
  const counted = counterOf('factor', userId);
  const tooOften = await spendLimits(call, counted);
  if (tooOften) return tooOften;
  const path = code === undefined ? 'recoveryCode' : 'code';
  const isRight = await (code === undefined
    ? spendRecoveryCode(database, userId, recoveryCode ?? '')
    : spendTotp(call, userId, code));
  if (isRight === undefined) {
    await returnLimit(call, counted);
    return refuseBusy;
  }
  if (!isRight) return await refuseProof(call, userId, path);
  await forgetLimit(call, counted);
  if (recoveryCode !== undefined) {
    const detail = { count: await countCodes(database, userId) };
    const by = { ...auditActorOf(call), actor: userId };
    await writeAudit(database, { action: 'recoveryCodeUsed', ...by, detail });
  }
  return userId;
}

/** Why a factor is not that of the caller, if it is not. */
export async function refuseWrongFactor(
  call: UserCall,
  proof: Proof,
): Promise<Refusal | undefined> {
  const owner = await readProof(call, proof, call.user._id);
  return typeof owner === 'string' ? undefined : owner;
}

async function refuseProof(
  call: Call,
  userId: string | undefined,
  path: keyof Proof,
): Promise<Refusal> {
  await recordFailure(call, userId === undefined ? undefined : { _id: userId }, { by: path });
  return refuse(problem('A029', path));
}
