import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { onceRoute, type Route, route, withArgument, provenAdmin } from '../../http/route.ts';
import { invite } from './invite.ts';
import {
  resetFactors,
  confirmUser,
  disableUser,
  enableUser,
  changeRole,
  rejectUser,
  type UserAction,
} from './user-actions.ts';
import { usersResource } from '../../../store/system/account.ts';
import { Invited, Overview } from '../../../contract/people/people.ts';
import { invitationBody, invitationsBody, userActionBodies as bodies } from './bodies.ts';
import {
  json,
  jsonBody,
  toAnswerSchema,
  toBodySchema,
  recordOf,
} from '../../http/operation/schemas.ts';
import type { Parameter, Schema } from '../../http/operation/operation.ts';
import { userStatuses } from '../../../contract/people/accounts.ts';
import { countUsers, listRequests, listSignIns } from '../../../store/system/accounts/overview.ts';
import { findMailsWaitSince } from '../../../store/system/outbox/list-outbox.ts';
import { answer } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { readUserAgent } from '../../accounts/sign-in/user-agent.ts';

const text: Schema = { type: 'string' };

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'Applies the change only if this is still the version of the user.',
  schema: text,
  example: '"3"',
};

/** The routes of what is done with one user, which need the right to write users. */
function userActionRoutes(users: Resource): Route[] {
  const action = (
    name: keyof typeof bodies,
    may: 'update' | 'delete',
    run: UserAction,
    [summary, description, result = 'The updated user']: readonly [string, string, string?],
  ): Route =>
    route(
      `PUT /api/admin/user/:id/${name}`,
      withArgument(run, users),
      { needs: { may, of: users }, fresh: true },
      () => ({
        operationId: `${name}User`,
        summary,
        description,
        parameters: [ifMatch],
        requestBody: { ...jsonBody(bodies[name]), required: name === 'role' },
        responses: { 200: json(result, recordOf(users)) },
        problems: [409, 412],
      }),
    );
  return [
    action('confirm', 'update', confirmUser, [
      'Approve a registration',
      'The user is notified by email. The registration must be waiting for approval.',
    ]),
    action('reject', 'delete', rejectUser, [
      'Reject a registration',
      'Deletes the registration and notifies the person by email. The registration must be waiting for approval.',
      'The deleted registration',
    ]),
    action('disable', 'update', disableUser, [
      'Disable a user',
      'Ends all sessions of the user. The last admin cannot be disabled.',
    ]),
    action('enable', 'update', enableUser, [
      'Enable a disabled user',
      'The user can sign in as before.',
    ]),
    action('role', 'update', changeRole, [
      'Change the role of a user',
      'Takes effect immediately. The last admin must remain an admin.',
    ]),
  ];
}

/** The routes to invite and manage people. They need the right to write users; the overview is for admins. */
export function peopleRoutes(descriptor: Descriptor): Route[] {
  const users = usersResource(descriptor.resources);
  return [
    onceRoute(
      'POST /api/admin/invite',
      invite,
      { needs: { may: 'create', of: users }, fresh: true },
      () => ({
        operationId: 'invite',
        summary: 'Invite one or more people',
        description:
          'Emails a link to choose a password, valid for seven days. People who have already been invited get a new one. In a list, each invitation succeeds or fails on its own.',
        requestBody: jsonBody(
          {
            oneOf: [
              toBodySchema(invitationBody(descriptor)),
              toBodySchema(invitationsBody(descriptor)),
              { type: 'array', items: toBodySchema(invitationBody(descriptor)) },
            ],
          },
          { email: 'jane@example.org', name: 'Jane Roe', role: 'viewer' },
        ),
        responses: {
          200: json('One person: invited again. A list: the result of each invitation', {
            anyOf: [recordOf(users), toAnswerSchema(Invited)],
          }),
          201: json('Invited', recordOf(users)),
        },
      }),
    ),
    ...userActionRoutes(users),
    route('DELETE /api/admin/user/:id/factors', resetFactors, provenAdmin, () => ({
      operationId: 'resetFactors',
      summary: 'Remove the second factors of a user',
      description:
        'For users who have lost theirs: they sign in with the password alone until they add another. Ends their sessions and notifies them.',
      responses: { 204: { description: 'Removed' } },
      problems: [409],
    })),
    route('GET /api/admin/overview', answerOverview, 'admin', () => ({
      operationId: 'overview',
      summary: 'Get a summary of users and registrations',
      description:
        'The number of users, the waiting registrations with possible existing accounts, and the latest sign-ins.',
      responses: { 200: json('The summary', Overview) },
    })),
  ];
}

const SIGN_INS = 20;

type Counts = Awaited<ReturnType<typeof countUsers>>;

/** Responds with an overview of the users for admins: how many, who waits, and who signed in last. */
async function answerOverview(call: UserCall): Promise<Response> {
  const { services, descriptor } = call;
  const database = services.database.primaryOrReplica;
  const [counts, requests, signIns, mailsWaitSince] = await Promise.all([
    countUsers(database),
    listRequests(database, usersResource(descriptor.resources)),
    listSignIns(database, SIGN_INS),
    findMailsWaitSince(database),
  ]);
  const byStatus = sumByStatus(counts);
  const overview = {
    total: sum(counts),
    mailsWaitSince,
    byStatus,
    byRole: sumByRole(descriptor, counts),
    requests: { total: byStatus.pending, data: requests },
    signIns: signIns.map(({ userAgent, ...signIn }) => ({
      ...signIn,
      ...readUserAgent(userAgent),
    })),
  };
  return answer(call, 200, Overview, overview);
}

function sum(counts: Counts): number {
  return counts.reduce((total, { count }) => total + count, 0);
}

function sumByStatus(counts: Counts): Overview['byStatus'] {
  const of = (status: string) => sum(counts.filter((each) => each.status === status));
  return Object.fromEntries(
    userStatuses.map((status) => [status, of(status)]),
  ) as Overview['byStatus'];
}

/** The declared roles, followed by old roles that users still have. */
function sumByRole({ roles }: Descriptor, counts: Counts): Overview['byRole'] {
  const declared = [...roles.values()].filter(({ anonymous }) => !anonymous);
  const names = new Set([...declared.map(({ name }) => name), ...counts.map(({ role }) => role)]);
  return [...names].map((role) => {
    const own = counts.filter((each) => each.role === role);
    return { role, total: sum(own), ...sumByStatus(own) };
  });
}
