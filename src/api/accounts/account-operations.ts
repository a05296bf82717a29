import { Profile, Sessions, User } from '../../contract/accounts.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { forgotBody, proofBody, resetBody } from './password-bodies.ts';
import { profileBody } from './profile-body.ts';
import { registrationBody } from './registration-body.ts';
import { jsonBody } from '../http/operation/body-schema.ts';
import { json } from '../http/operation/answer-schema.ts';
import type { Operation, Parameter } from '../http/operation/operation.ts';

const tags = ['session'];

const sessionId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'As in the list.',
  schema: { type: 'string' },
};

/** What the document says about an account of one's own: asking for it, its password, its sessions. */
export function accountOperations(descriptor: Descriptor) {
  const profile = (description: string) => json(description, Profile);
  return {
    register: (): Operation => ({
      operationId: 'register',
      summary: 'Ask for an account',
      description:
        'An admin has to confirm it. The answer is the same where the address has an account already; its owner is mailed then. `POST /api/users` without a token does the same.',
      tags,
      requestBody: jsonBody(registrationBody(descriptor), {
        name: 'Jane Roe',
        email: 'jane@example.org',
        organisation: 'Example Institute',
        password: 'correct horse battery staple',
        acceptedTerms: true,
      }),
      responses: {
        201: {
          ...json('It waits for approval', User),
          headers: {
            'X-Auth-Token': {
              description: 'An access token that opens nothing before the user is confirmed.',
              schema: { type: 'string' },
            },
          },
        },
      },
      problems: [413, 415, 422, 429],
    }),

    forgot: (): Operation => ({
      operationId: 'forgotPassword',
      summary: 'Have a link for a new password mailed',
      description: 'The answer is the same whether there is such an account.',
      tags,
      requestBody: jsonBody(forgotBody, { email: 'jane@example.org' }),
      responses: { 204: { description: 'If there is such an account, the mail is on its way' } },
      problems: [413, 415, 422, 429],
    }),

    reset: (): Operation => ({
      operationId: 'resetPassword',
      summary: 'Set the password by the link of a mail',
      description:
        'Once, within an hour; by an invitation within seven days, which confirms the user. Every session of the user ends.',
      tags,
      requestBody: jsonBody(resetBody),
      responses: { 204: { description: 'Set; now one can sign in' } },
      problems: [413, 415, 422, 429],
    }),

    prove: (): Operation => ({
      operationId: 'proveEmail',
      summary: 'Prove an address by the link of the mail to who has registered',
      description:
        'Admins see it at the request (`emailProven`). The link opens nothing else, works for 30 days and may be used twice.',
      tags,
      requestBody: jsonBody(proofBody),
      responses: { 204: { description: 'The address is theirs' } },
      problems: [413, 415, 422, 429],
    }),

    current: (): Operation => ({
      operationId: 'currentUser',
      summary: 'Who is signed in',
      tags,
      responses: { 200: profile('The user') },
    }),

    updateCurrent: (): Operation => ({
      operationId: 'updateCurrentUser',
      summary: 'Change the own profile or password',
      description:
        'What is left out stays as it is. A new `password` needs the `currentPassword`, and ends every other session.',
      tags,
      requestBody: jsonBody(profileBody(descriptor), { language: 'de' }),
      responses: { 200: profile('As it is now') },
      problems: [409, 413, 415, 422, 429],
    }),

    sessions: (): Operation => ({
      operationId: 'listSessions',
      summary: 'Where one is signed in',
      tags,
      responses: { 200: json('The one used last first', Sessions) },
    }),

    endSession: (): Operation => ({
      operationId: 'endSession',
      summary: 'Sign out somewhere',
      tags,
      parameters: [sessionId],
      responses: { 204: { description: 'It and its refresh token open nothing any more' } },
      problems: [404],
    }),

    endOthers: (): Operation => ({
      operationId: 'endOtherSessions',
      summary: 'Sign out everywhere else',
      tags,
      responses: { 204: { description: 'Only this session is left' } },
    }),
  };
}
