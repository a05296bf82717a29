import { Refreshed, SignedIn } from '../../contract/accounts.ts';
import { unlockBody } from './lock.ts';
import { loginBody } from './login-body.ts';
import { refreshBody } from './refresh-body.ts';
import { json } from '../http/operation/answer-schema.ts';
import { jsonBody } from '../http/operation/body-schema.ts';
import type { Operation } from '../http/operation/operation.ts';

const tags = ['session'];

const cookie = {
  'Set-Cookie': {
    description: 'In browsers: the refresh cookie, which each refresh renews.',
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
        ...json('Signed in. The token lives 15 minutes, the refresh token 30 days.', SignedIn),
        headers: cookie,
      },
    },
    problems: [401, 403, 413, 415, 422, 429],
  }),

  refresh: (): Operation => ({
    operationId: 'refresh',
    summary: 'Get a new access token',
    description:
      'A session that a browser opened also needs its refresh cookie, which rotates. An old cookie that is used again ends the session.',
    tags,
    requestBody: jsonBody(refreshBody),
    responses: {
      200: { ...json('A new token', Refreshed), headers: cookie },
    },
    problems: [401, 403, 413, 415, 422, 429],
  }),

  logout: (): Operation => ({
    operationId: 'logout',
    summary: 'Sign out',
    description: 'Ends the session: its access and refresh tokens open nothing any more.',
    tags,
    responses: { 204: { description: 'Signed out' } },
  }),

  lock: (): Operation => ({
    operationId: 'lock',
    summary: 'Lock the session',
    description:
      'Every call of it is refused with A017, and its streams of events end, until it is unlocked. Signing out goes on to work.',
    tags,
    responses: { 204: { description: 'Locked' } },
  }),

  unlock: (): Operation => ({
    operationId: 'unlock',
    summary: 'Unlock the session',
    description: 'With the password, which is counted as one of a sign-in.',
    tags,
    requestBody: jsonBody(unlockBody, { password: 'correct horse battery staple' }),
    responses: { 204: { description: 'Unlocked' } },
    problems: [413, 415, 422, 429],
  }),
};
