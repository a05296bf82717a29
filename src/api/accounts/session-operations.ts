import { unlockBody } from './lock.ts';
import { loginBody } from './login-body.ts';
import { refreshBody } from './refresh-body.ts';
import { toBodySchema } from '../http/operation/body-schema.ts';
import type { Operation, Schema } from '../http/operation/operation.ts';

const tags = ['session'];
const user: Schema = { $ref: '#/components/schemas/User' };
const text = { type: 'string' };

const cookie = {
  'Set-Cookie': {
    description: 'In browsers: the companion of the refresh token, renewed with each refresh.',
    schema: text,
  },
};

/** What the document says about signing in and out. */
export const sessionOperations = {
  login: (): Operation => ({
    operationId: 'login',
    summary: 'Sign in',
    tags,
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: toBodySchema(loginBody),
          example: { email: 'jane@example.org', password: 'correct horse battery staple' },
        },
      },
    },
    responses: {
      200: {
        description: 'Signed in. The token lives 15 minutes, the refresh token 30 days.',
        headers: cookie,
        content: json(['token', 'refreshToken', 'user'], { token: text, refreshToken: text, user }),
      },
    },
    problems: [401, 403, 413, 415, 422, 429],
  }),

  refresh: (): Operation => ({
    operationId: 'refresh',
    summary: 'Get a new access token',
    description:
      'A session that a browser opened also needs its companion cookie, which rotates. A companion used again after its time ends the session.',
    tags,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: toBodySchema(refreshBody) } },
    },
    responses: {
      200: {
        description: 'A new token',
        headers: cookie,
        content: json(['token'], { token: text }),
      },
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
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: toBodySchema(unlockBody),
          example: { password: 'correct horse battery staple' },
        },
      },
    },
    responses: { 204: { description: 'Unlocked' } },
    problems: [413, 415, 422, 429],
  }),
};

function json(required: string[], properties: Schema): Record<string, { schema: Schema }> {
  return { 'application/json': { schema: { type: 'object', required, properties } } };
}
