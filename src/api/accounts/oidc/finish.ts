import { z } from 'zod';
import { problem } from '../../../fields/problems/problem.ts';
import { type Account, findUser, usersResource } from '../../../store/system/account.ts';
import {
  findChallenge,
  findToken,
  spendChallenge,
  spendToken,
} from '../../../store/system/accounts/tokens.ts';
import { findHash } from '../../../store/system/accounts/credentials.ts';
import type { Call } from '../../http/call.ts';
import { isSameSite } from '../../http/cookies.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import type { Reply } from '../../http/answer/answer.ts';
import { nonEmptyText, proofBody, accepted } from '../bodies.ts';
import { acceptInvitation, recordProof } from '../mail-links.ts';
import { tryPassword } from '../sign-in/password-attempts.ts';
import { hasPasswords } from '../sign-in/password-sign-in.ts';
import { refuseWrong } from '../sign-in/refuse-sign-in.ts';
import { hashSecret } from '../../http/key-text.ts';
import type { SessionServices } from '../session-services.ts';
import { enter, enterKnown, toBegun } from './enter.ts';
import { welcome, makeAccount } from './newcomer.ts';
import { providerOf } from './open-provider.ts';
import { begin, takePending } from './pending.ts';
import type { OidcProvider } from './provider.ts';
import { type Claims, readResponse, responseText } from './read-response.ts';

export const startBody = z.strictObject({
  account: proofBody
    .optional()
    .describe('From the link in an email: connects the account of its receiver with the provider.'),
});

export const responseBody = z.strictObject({ response: responseText });

export const linkBody = z.strictObject({
  challenge: nonEmptyText.max(100).describe('From the refusal `A043`.'),
  password: nonEmptyText,
});

/** Answers where to sign in. */
export async function startSignIn(call: Call): Promise<Reply> {
  if (!isSameSite(call.request, call.services.publicUrl)) return refuseAs('A011');
  const provider = providerOf(call);
  if (!provider) return refuseAs('Q013');
  const body = await parseBody(call, startBody);
  if (isRefusal(body)) return body;
  return await begin(call, provider, { purpose: 'signIn', account: body.value.account });
}

/** Signs in by what the provider said. */
export async function finishSignIn(call: Call, session: SessionServices): Promise<Reply> {
  if (!isSameSite(call.request, call.services.publicUrl)) return refuseAs('A011');
  const provider = providerOf(call);
  if (!provider) return refuseAs('Q013');
  const body = await parseBody(call, responseBody);
  if (isRefusal(body)) return body;
  const { response } = body.value;
  const pending = await takePending(call, provider, response, 'signIn');
  if (isRefusal(pending)) return pending;
  const claims = await readResponse(call, provider, response, pending);
  if (isRefusal(claims)) return claims;

  const reply = await enterKnown(call, session, provider, claims);
  if (reply) return reply;
  if (!pending.account) return await welcome(call, provider, claims);
  const invited = await takeLink(call, session, pending.account);
  if (isRefusal(invited)) return invited;
  const begun = await toBegun(call, invited, { provider, claims });
  return await enter(call, session, invited, begun);
}

/** Uses up the link of a mail, whose receiver is the owner of the account. */
async function takeLink(
  call: Call,
  { events }: SessionServices,
  { id, token }: { id: string; token: string },
): Promise<Account | Refusal> {
  const { services, descriptor } = call;
  const users = usersResource(descriptor.resources);
  const hash = hashSecret(token);
  const over = refuse(problem('A014', 'account.token'));
  if (!(await findToken(services.database, users, id, hash))) return over;
  const isDone = await services.store.transaction(async (store, sql) => {
    if (!(await spendToken(sql, id, hash))) return false;
    await recordProof(call, store, sql, id);
    await acceptInvitation(call, store, sql, id);
    return true;
  });
  if (!isDone) return over;
  events.announce();
  return (await findUser(services.database, users, id)) ?? over;
}

/** Connects a provider with the account of an address by its password, and signs in. */
export async function linkByPassword(call: Call, session: SessionServices): Promise<Reply> {
  const { services, request, descriptor } = call;
  if (!isSameSite(request, services.publicUrl)) return refuseAs('A011');
  if (!hasPasswords(call)) return refuseAs('A046');
  const body = await parseBody(call, linkBody);
  if (isRefusal(body)) return body;
  const hash = hashSecret(body.value.challenge);
  const over = refuse(problem('A014', 'challenge'), { status: 401 });
  const challenge = await findChallenge(services.database, hash, 'oidcLink');
  if (!challenge) return over;
  const users = usersResource(descriptor.resources);
  const user = await findUser(services.database, users, challenge.userId);
  const { provider: name, claims } = challenge.detail as { provider: string; claims: Claims };
  const provider: OidcProvider | undefined = providerOf(call, name);
  if (!user || !provider) return over;
  const { password } = body.value;
  const { email, _id } = user;
  const tried = await tryPassword(call, session, { email, password }, async () => ({
    hash: await findHash(services.database, _id),
  }));
  if (isRefusal(tried)) return tried;
  if (!tried.isRight) return await refuseWrong(call, user);
  if (!(await spendChallenge(services.database, hash, 'oidcLink'))) return over;
  return await enter(call, session, user, await toBegun(call, user, { provider, claims }));
}

export const termsBody = z.strictObject({
  challenge: nonEmptyText.max(100).describe('From the refusal `A054`.'),
  acceptedTerms: accepted,
});

/** Makes the account of a newcomer who accepts the terms, as everybody who registers does. */
export async function acceptTerms(call: Call, session: SessionServices): Promise<Reply> {
  const { services, request } = call;
  if (!isSameSite(request, services.publicUrl)) return refuseAs('A011');
  const body = await parseBody(call, termsBody);
  if (isRefusal(body)) return body;
  const hash = hashSecret(body.value.challenge);
  const over = refuse(problem('A014', 'challenge'), { status: 401 });
  const challenge = await findChallenge(services.database, hash, 'oidcTerms');
  if (!challenge) return over;
  const { provider: name, claims } = challenge.detail as { provider: string; claims: Claims };
  const provider = providerOf(call, name);
  if (!provider || !(await spendChallenge(services.database, hash, 'oidcTerms'))) return over;
  return await makeAccount(call, session, provider, claims);
}
