import { Anonymised, PersonData } from '../../../contract/people/person.ts';
import { exportPerson } from '../../accounts/person-data.ts';
import type { SessionServices } from '../../accounts/session-services.ts';
import type { UserCall } from '../../http/call.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import { type Reply, answer } from '../../http/answer/answer.ts';
import { route, type Route, withArgument, provenAdmin, provenUser } from '../../http/route.ts';
import { z } from 'zod';
import { problem } from '../../../fields/problems/problem.ts';
import { findUser, USERS, usersResource } from '../../../store/system/account.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { removeBlobs } from '../../../store/system/files/remove-unused.ts';
import { hasRunningJob } from '../../../store/system/past/erase.ts';
import { isAnonymised } from '../../../store/system/accounts/user-guard.ts';
import { anonymise, type Anonymisation } from '../../../store/system/person/anonymise.ts';
import { actorOf, auditActorOf } from '../../../services/acting.ts';
import { nonEmptyText } from '../../accounts/bodies.ts';
import { abortWith, untilAborted } from '../../../services/abort.ts';
import { parseBody } from '../../http/json-body.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../../services/refusal.ts';
import { refuseWrite } from '../../../services/refuse-write.ts';

const description =
  'Everything that the installation stores about the person, except secrets, as a stream. In their own export, people without admin rights find what they may see; an admin has the rest. The audit log records the export.';

/** The routes about the data of a person: export it, and put a pseudonym in its place. */
export function personRoutes(session: SessionServices): Route[] {
  return [
    route(
      'GET /api/users/current/data',
      withArgument(exportOwn, session),
      { ...provenUser, takesView: false },
      () => ({
        operationId: 'exportOwnData',
        summary: 'Export your personal data',
        description,
        tags: ['session'],
        responses: { 200: json('The data', PersonData) },
      }),
    ),
    route('GET /api/admin/user/:id/data', withArgument(exportUser, session), provenAdmin, () => ({
      operationId: 'exportUserData',
      summary: 'Export the personal data of a user',
      description,
      tags: ['people'],
      responses: { 200: json('The data', PersonData) },
    })),
    route(
      'POST /api/admin/user/:id/anonymise',
      withArgument(anonymiseUser, session),
      provenAdmin,
      () => ({
        operationId: 'anonymiseUser',
        summary: 'Anonymise a user',
        description:
          'For people who have left and whom records refer to. A pseudonym takes the place of name and address, also in the history of the user, in the audit log and in emails; the other fields, sessions, factors and own views go. It cannot be undone.',
        tags: ['people'],
        requestBody: jsonBody(anonymiseBody, {
          email: 'jane@example.org',
          reason: 'Asked for by Jane Roe, letter of 12 May',
        }),
        responses: { 200: json('The pseudonym', Anonymised) },
        problems: [409],
      }),
    ),
  ];
}

async function exportOwn(call: UserCall, { store }: SessionServices): Promise<Reply> {
  return await exportPerson(call, call.user, store);
}

const anonymiseBody = z.strictObject({
  email: nonEmptyText.describe('The address of the user, as a confirmation.'),
  reason: nonEmptyText
    .max(2_000)
    .describe('Who consented to it, or why it has to be done. The audit log keeps it.'),
});

/** Exports what is stored about a user. */
async function exportUser(call: UserCall, { store }: SessionServices): Promise<Reply> {
  const user = await userOf(call);
  return user ? await exportPerson(call, user, store) : refuseAs('S001');
}

/** Puts a pseudonym in place of a user, for good. */
async function anonymiseUser(
  call: UserCall,
  { authenticator, events }: SessionServices,
): Promise<Reply> {
  const body = await parseBody(call, anonymiseBody);
  if (isRefusal(body)) return body;
  const { services, descriptor } = call;
  const user = await userOf(call);
  if (!user) return refuseAs('S001');
  const { _id } = user;
  if (_id === call.user._id) return refuseAs('A052');
  if (await isAnonymised(services.database, _id)) return refuseAs('A051');
  if (body.value.email.trim().toLowerCase() !== user.email.toLowerCase())
    return refuse(problem('V090', 'email', { value: user.email }));

  const done = await untilAborted<Anonymisation | Refusal>(() =>
    services.store.transaction(async (store, sql) => {
      const users = usersResource(descriptor.resources);
      // Its file may have the person in any row, and is needed until the end.
      if (await hasRunningJob(sql, descriptor, users))
        return abortWith(refuse(problem('S010', '', { state: 'running' })));
      const { reason } = body.value;
      // Before, so that names in the reason are replaced too.
      const of = { resource: USERS, record: _id, detail: { reason } };
      await writeAudit(sql, { action: 'anonymised', ...auditActorOf(call), ...of });
      const outcome = await anonymise(store, sql, descriptor, { id: _id, by: actorOf(call) });
      return 'failure' in outcome ? abortWith(refuseWrite(call, users, outcome)) : outcome;
    }),
  );
  if (isRefusal(done)) return done;
  // Their rows are gone; the next clean-up removes what cannot be removed now.
  await removeBlobs(services.database, services.blobs, done.blobs);
  authenticator.forget();
  events.announce();
  const { name, email, kept } = done;
  return answer(call, 200, Anonymised, { name, email, kept });
}

async function userOf({ services, descriptor, params }: UserCall) {
  return await findUser(services.database, usersResource(descriptor.resources), params['id'] ?? '');
}
