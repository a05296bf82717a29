import { Refreshed, SignedIn } from '../../contract/accounts.ts';
import { unlockBody } from './own-sessions.ts';
import { loginBody, refreshBody } from './bodies.ts';
import { json, jsonBody } from '../http/operation/schemas.ts';
import type { Operation } from '../http/operation/operation.ts';

const tags = ['session'];

const cookie = {
  'Set-Cookie': {
    description: 'Browsers only: the refresh cookie, which changes with each refresh.',
    schema: { type: 'string' },
  },
};

/** What the document says about signing in and out. */
export const sessionOperations = {
  login: (): Operation => ({
    operationId: 'login',
    summary: 'Sign in',
    tags,
    requestBody: jsonBody(loginBody, {
      email: 'jane@example.org',
      password: 'correct horse battery staple',
    }),
    responses: {
      200: {
        ...json(
          'Signed in. The access token is valid for 15 minutes, the refresh token for 30 days.',
          SignedIn,
        ),
        headers: cookie,
      },
    },
    problems: [401, 403, 413, 415, 422, 429],
  }),

  refresh: (): Operation => ({
    operationId: 'refresh',
    summary: 'Get a new access token',
    description:
      'A session opened by a browser also requires its refresh cookie, which changes with each refresh. Using an old cookie ends the session.',
    tags,
    requestBody: jsonBody(refreshBody),
    responses: {
      200: { ...json('A new access token', Refreshed), headers: cookie },
    },
    problems: [401, 403, 413, 415, 422, 429],
  }),

  logout: (): Operation => ({
    operationId: 'logout',
    summary: 'Sign out',
    description: 'Ends the session; its access and refresh tokens are no longer valid.',
    tags,
    responses: { 204: { description: 'Signed out' } },
  }),

  lock: (): Operation => ({
    operationId: 'lock',
    summary: 'Lock the session',
    description:
      'Until the session is unlocked, its requests are rejected with `A017` and its event streams end. Signing out still works.',
    tags,
    responses: { 204: { description: 'Locked' } },
  }),

  unlock: (): Operation => ({
    operationId: 'unlock',
    summary: 'Unlock the session',
    description: 'Requires the password. Wrong passwords count as failed sign-ins.',
    tags,
    requestBody: jsonBody(unlockBody, { password: 'correct horse battery staple' }),
    responses: { 204: { description: 'Unlocked' } },
    problems: [413, 415, 422, 429],
  }),
};
