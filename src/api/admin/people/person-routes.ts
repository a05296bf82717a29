import { Anonymised, PersonData } from '../../../contract/people/person.ts';
import { exportPerson } from '../../accounts/person-data.ts';
import type { SessionServices } from '../../accounts/session-services.ts';
import type { UserCall } from '../../http/call.ts';
import { json, jsonBody } from '../../http/operation/schemas.ts';
import type { Reply } from '../../http/answer/answer.ts';
import { route, type Route, withArgument, provenAdmin, provenUser } from '../../http/route.ts';
import { anonymiseBody, anonymiseUser, exportUser } from './anonymise-user.ts';

const description =
  'Everything that the installation stores about the person, except secrets, as a stream. In their own export, people without admin rights find what they may see; an admin has the rest. The audit log records the export.';

/** The routes about the data of a person: export it, and put a pseudonym in its place. */
export function personRoutes(session: SessionServices): Route[] {
  return [
    route('GET /api/users/current/data', withArgument(exportOwn, session), provenUser, () => ({
      operationId: 'exportOwnData',
      summary: 'Export your personal data',
      description,
      tags: ['session'],
      responses: { 200: json('The data', PersonData) },
    })),
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
