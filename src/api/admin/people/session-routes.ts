import { Sessions } from '../../../contract/people/accounts.ts';
import type { SessionServices } from '../../accounts/session-services.ts';
import type { Parameter } from '../../http/operation/operation.ts';
import { json } from '../../http/operation/schemas.ts';
import { route, type Route, withArgument, provenAdmin } from '../../http/route.ts';
import {
  endUserSession,
  endUserSessions,
  listUserSessions,
  sendResetLink,
} from './user-sessions.ts';

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
    route(`GET ${sessions}`, listUserSessions, 'admin', () => ({
      operationId: 'listUserSessions',
      summary: 'List the sessions of a user',
      responses: { 200: json('The sessions, most recently used first', Sessions) },
    })),
    route(`DELETE ${sessions}`, endAll, provenAdmin, () => ({
      operationId: 'endUserSessions',
      summary: 'End all sessions of a user',
      description:
        'The user stays enabled and can sign in again. The session of the caller stays open.',
      responses: { 204: { description: 'Ended' } },
    })),
    route(`DELETE ${sessions}/:session`, endOne, provenAdmin, () => ({
      operationId: 'endUserSession',
      summary: 'End a session of a user',
      parameters: [session],
      responses: { 204: { description: 'Ended' } },
    })),
    route('POST /api/admin/user/:id/resetlink', sendResetLink, provenAdmin, () => ({
      operationId: 'sendResetLink',
      summary: 'Email a user a link to set a new password',
      description:
        'Only for confirmed users. The link works once, for one hour. A user gets at most three at once, then one after pauses of 20 minutes and more.',
      responses: { 204: { description: 'The email is on its way' } },
      problems: [409],
    })),
  ];
}
