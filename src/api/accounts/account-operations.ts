import { Profile, Sessions, User } from '../../contract/accounts.ts';
import type { Descriptor } from '../../descriptor/descriptor.ts';
import { forgotBody, profileBody, proofBody, registrationBody, resetBody } from './bodies.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import type { Operation, Parameter } from '../http/operation/operation.ts';

const tags = ['session'];

const sessionId: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The `id` from the list of sessions.',
  schema: { type: 'string' },
};

/** What the document says about an account of one's own: asking for it, its password, its sessions. */
export function accountOperations(descriptor: Descriptor) {
  const profile = (description: string) => json(description, Profile);
  return {
    register: (): Operation => ({
      operationId: 'register',
      summary: 'Request an account',
      description:
        'An admin has to approve the account. The response is the same if the address already has an account; its owner is then notified by mail. `POST /api/users` without a token does the same.',
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
          ...json('The account, waiting for approval', User),
          headers: {
            'X-Auth-Token': {
              description: 'An access token that grants nothing until the account is approved.',
              schema: { type: 'string' },
            },
          },
        },
      },
      problems: [413, 415, 422, 429],
    }),

    forgot: (): Operation => ({
      operationId: 'forgotPassword',
      summary: 'Request a password reset',
      description:
        'Mails a link to set a new password. The response is the same whether the account exists or not.',
      tags,
      requestBody: jsonBody(forgotBody, { email: 'jane@example.org' }),
      responses: { 204: { description: 'If the account exists, a mail is on its way' } },
      problems: [413, 415, 422, 429],
    }),

    reset: (): Operation => ({
      operationId: 'resetPassword',
      summary: 'Set a new password',
      description:
        'Takes the token from the link in a mail. The link works once and for one hour; the link of an invitation works for seven days and also confirms the user. Ends all sessions of the user.',
      tags,
      requestBody: jsonBody(resetBody),
      responses: { 204: { description: 'The password has been set' } },
      problems: [413, 415, 422, 429],
    }),

    prove: (): Operation => ({
      operationId: 'proveEmail',
      summary: 'Confirm an email address',
      description:
        'Takes the token from the link that is mailed after registration. Admins see the confirmation with the request (`emailProven`). The link grants nothing else, works for 30 days and can be used more than once.',
      tags,
      requestBody: jsonBody(proofBody),
      responses: { 204: { description: 'The address has been confirmed' } },
      problems: [413, 415, 422, 429],
    }),

    current: (): Operation => ({
      operationId: 'currentUser',
      summary: 'Get the signed-in user',
      tags,
      responses: { 200: profile('The user') },
    }),

    updateCurrent: (): Operation => ({
      operationId: 'updateCurrentUser',
      summary: 'Update your own profile or password',
      description:
        'Fields left out stay unchanged. A new `password` requires `currentPassword` and ends all other sessions.',
      tags,
      requestBody: jsonBody(profileBody(descriptor), { language: 'de' }),
      responses: { 200: profile('The updated user') },
      problems: [409, 413, 415, 422, 429],
    }),

    sessions: (): Operation => ({
      operationId: 'listSessions',
      summary: 'List your sessions',
      tags,
      responses: { 200: json('The sessions, most recently used first', Sessions) },
    }),

    endSession: (): Operation => ({
      operationId: 'endSession',
      summary: 'End a session',
      tags,
      parameters: [sessionId],
      responses: { 204: { description: 'The session has ended; its tokens are no longer valid' } },
      problems: [404],
    }),

    endOthers: (): Operation => ({
      operationId: 'endOtherSessions',
      summary: 'End all other sessions',
      tags,
      responses: { 204: { description: 'Only the current session remains' } },
    }),
  };
}
