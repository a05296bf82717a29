import { Sessions } from '../../../contract/people/accounts.ts';
import type { SessionServices } from '../../accounts/session-services.ts';
import type { Parameter } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/parameters.ts';
import { json } from '../../http/operation/schemas.ts';
import { route, type Route, withArgument, withProof } from '../../http/route.ts';
import {
  endUserSession,
  endUserSessions,
  listUserSessions,
  sendResetLink,
} from './user-sessions.ts';

const tags = ['people'];

const session: Parameter = {
  name: 'session',
  in: 'path',
  required: true,
  description: 'The `id` from the list of sessions.',
  schema: { type: 'string' },
};

/** The routes with which admins see and end the sessions of a user, and mail a link for a new password. */
export function userSessionRoutes(services: SessionServices): Route[] {
  const sessions = '/api/admin/user/:id/sessions';
  const endOne = withArgument(endUserSession, services);
  const endAll = withArgument(endUserSessions, services);
  return [
    route('GET', sessions, listUserSessions, 'admin', () => ({
      operationId: 'listUserSessions',
      summary: 'List the sessions of a user',
      tags,
      parameters: [id],
      responses: { 200: json('The sessions, most recently used first', Sessions) },
      problems: [404],
    })),
    {
      ...route('DELETE', sessions, endAll, 'admin', () => ({
        operationId: 'endUserSessions',
        summary: 'End all sessions of a user',
        description:
          'The user stays enabled and can sign in again. The session of the caller stays open.',
        tags,
        parameters: [id],
        responses: { 204: { description: 'Ended' } },
        problems: [403, 404],
      })),
      fresh: true,
    },
    {
      ...route('DELETE', `${sessions}/:session`, endOne, 'admin', () => ({
        operationId: 'endUserSession',
        summary: 'End a session of a user',
        tags,
        parameters: [id, session],
        responses: { 204: { description: 'Ended' } },
        problems: [403, 404],
      })),
      fresh: true,
    },
    withProof(
      route('POST', '/api/admin/user/:id/resetlink', sendResetLink, 'admin', () => ({
        operationId: 'sendResetLink',
        summary: 'Email a user a link to set a new password',
        description:
          'Only for confirmed users. The link works once, for one hour. A user gets at most three at once, then one after pauses of 20 minutes and more.',
        tags,
        parameters: [id],
        responses: { 204: { description: 'The email is on its way' } },
        problems: [403, 404, 409, 429],
      })),
    ),
  ];
}
