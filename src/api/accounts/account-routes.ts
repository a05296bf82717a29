import type { Descriptor } from '../../descriptor/descriptor.ts';
import { type Route, route, withArgument, withoutFactor } from '../http/route.ts';
import { answerCurrentUser, updateProfile } from './profile.ts';
import {
  forgotPassword,
  proveOwnEmail,
  resetPassword,
  showUnsubscribe,
  unsubscribe,
} from './mail-links.ts';
import { register } from './register.ts';
import type { Parameter } from '../http/operation/operation.ts';
import type { SessionServices } from './session-services.ts';
import { Profile, User } from '../../contract/people/accounts.ts';
import { forgotBody, profileBody, proofBody, registrationBody, resetBody } from './bodies.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';

const tokenHeader = {
  'X-Auth-Token': {
    description: 'An access token that grants nothing until the account is approved.',
    schema: { type: 'string' },
  },
};

const unsubscribeParameter: Parameter = {
  name: 'token',
  in: 'path',
  required: true,
  schema: { type: 'string' },
  example: 'all.dTE.c2lnbmF0dXJl',
};

/**
 * The routes to register, to set a new password and to change one's own profile. Their paths are those of
 * the specification, whatever the root of the users is.
 */
export function accountRoutes(descriptor: Descriptor, session: SessionServices): Route[] {
  return [
    route('POST /api/users/', withArgument(register, session), 'nobody', () => ({
      operationId: 'register',
      summary: 'Register',
      description:
        'An admin has to approve the account. The response is the same if the address already has an account; its owner is then notified by email. `POST /api/users` without a token does the same.',
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
          headers: tokenHeader,
        },
      },
    })),
    route('POST /api/users/forgotpassword', forgotPassword, 'nobody', () => ({
      operationId: 'forgotPassword',
      summary: 'Request a password reset',
      description:
        'Emails a link to set a new password. The response is the same whether the account exists or not.',
      requestBody: jsonBody(forgotBody, { email: 'jane@example.org' }),
      responses: { 204: { description: 'If the account exists, an email is on its way' } },
    })),
    route('POST /api/users/resetpassword', withArgument(resetPassword, session), 'nobody', () => ({
      operationId: 'resetPassword',
      summary: 'Set a new password',
      description:
        'Takes the token from the link in an email. The link works once and for one hour; the link of an invitation works for seven days and also confirms the user. Ends all sessions of the user.',
      requestBody: jsonBody(resetBody),
      responses: { 204: { description: 'The password has been set' } },
    })),
    route('POST /api/users/proveemail', withArgument(proveOwnEmail, session), 'nobody', () => ({
      operationId: 'proveEmail',
      summary: 'Confirm an email address',
      description:
        'Takes the token from the link that is emailed after registration. Admins see the confirmation with the registration (`emailProven`). The link grants nothing else, works for 30 days and can be used more than once.',
      requestBody: jsonBody(proofBody),
      responses: { 204: { description: 'The address has been confirmed' } },
    })),
    route('GET /api/inbox/:token/unsubscribe', showUnsubscribe, 'nobody', () => ({
      operationId: 'showUnsubscribe',
      summary: 'Open the page that ends emails',
      parameters: [unsubscribeParameter],
      responses: { 308: { description: 'The page' } },
    })),
    route('POST /api/inbox/:token/unsubscribe', unsubscribe, 'nobody', () => ({
      operationId: 'unsubscribe',
      summary: 'End emails about the inbox',
      description:
        'Takes the token from an email (RFC 8058). It can do nothing else, and works more than once.',
      parameters: [unsubscribeParameter],
      responses: { 204: { description: 'These emails have ended' } },
    })),
    route('GET /api/users/current', answerCurrentUser, withoutFactor, () => ({
      operationId: 'currentUser',
      summary: 'Get the signed-in user',
      responses: { 200: json('The user', Profile) },
    })),
    route('PUT /api/users/current', withArgument(updateProfile, session), withoutFactor, () => ({
      operationId: 'updateCurrentUser',
      summary: 'Update your own profile or password',
      description:
        'Fields left out stay unchanged. A new `password` requires `currentPassword` and ends all other sessions.',
      requestBody: jsonBody(profileBody(descriptor), { language: 'de' }),
      responses: { 200: json('The updated user', Profile) },
      problems: [409],
    })),
  ];
}
