import type { Descriptor } from '../../../descriptor/descriptor.ts';
import type { UserCall } from '../../http/call.ts';
import { type Route, route } from '../../http/route.ts';
import { invite } from './invite.ts';
import { answerOverview } from './overview.ts';
import { usersOf } from '../../accounts/who-is.ts';
import {
  confirmUser,
  disableUser,
  enableUser,
  giveRole,
  rejectUser,
  type UserAction,
} from './user-actions.ts';
import { Invited, Overview } from '../../../contract/people.ts';
import { invitationBody, invitationsBody, userActionBodies as bodies } from './bodies.ts';
import { json, jsonBody, toAnswerSchema, toBodySchema } from '../../http/operation/schemas.ts';
import type { Operation, Parameter, Schema } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/parameters.ts';

/** Letting people in, and looking after those who are. Who may write users may do so; a glance at all is for admins. */
export function peopleRoutes(descriptor: Descriptor): Route[] {
  const users = usersOf(descriptor.resources);
  const say = peopleOperations(descriptor);
  const action = (
    name: keyof typeof say.actions,
    may: 'update' | 'delete',
    run: UserAction,
  ): Route =>
    route(
      'PUT',
      `/api/admin/user/:id/${name}`,
      (call: UserCall) => run(call, users),
      { may, of: users },
      say.actions[name],
    );
  return [
    route('POST', '/api/admin/invite', invite, { may: 'create', of: users }, say.invite),
    action('confirm', 'update', confirmUser),
    action('reject', 'delete', rejectUser),
    action('disable', 'update', disableUser),
    action('enable', 'update', enableUser),
    action('role', 'update', giveRole),
    route('GET', '/api/admin/overview', answerOverview, 'admin', say.overview),
  ];
}

const tags = ['people'];
const text: Schema = { type: 'string' };
const user = { 'application/json': { schema: { $ref: '#/components/schemas/users' } } };

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'Applies the change only if this is still the version of the user.',
  schema: text,
  example: '"3"',
};

/** What the document says about letting people in and looking after them. */
function peopleOperations(descriptor: Descriptor) {
  const action = (
    name: keyof typeof bodies,
    summary: string,
    description: string,
    answer = 'The updated user',
  ): Operation => ({
    operationId: `${name}User`,
    summary,
    description,
    tags,
    parameters: [id, ifMatch],
    requestBody: { ...jsonBody(bodies[name]), required: name === 'role' },
    responses: { 200: { description: answer, content: user } },
    problems: [404, 409, 412, 413, 415, 422],
  });

  return {
    invite: (): Operation => ({
      operationId: 'invite',
      summary: 'Invite one or more people',
      description:
        'Emails a link to choose a password, valid for seven days. People who have already been invited get a new one. In a list, each invitation succeeds or fails on its own.',
      tags,
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              oneOf: [
                toBodySchema(invitationBody(descriptor)),
                toBodySchema(invitationsBody(descriptor)),
                { type: 'array', items: toBodySchema(invitationBody(descriptor)) },
              ],
            },
            example: { email: 'jane@example.org', name: 'Jane Roe', role: 'viewer' },
          },
        },
      },
      responses: {
        200: {
          description: 'One person: invited again. A list: the result of each invitation',
          content: {
            'application/json': {
              schema: { anyOf: [user['application/json'].schema, toAnswerSchema(Invited)] },
            },
          },
        },
        201: { description: 'Invited', content: user },
      },
      problems: [409, 413, 415, 422, 429],
    }),

    actions: {
      confirm: () =>
        action(
          'confirm',
          'Approve a registration',
          'The user is notified by email. The registration must be waiting for approval.',
        ),
      reject: () =>
        action(
          'reject',
          'Reject a registration',
          'Deletes the registration and notifies the person by email. The registration must be waiting for approval.',
          'The deleted registration',
        ),
      disable: () =>
        action(
          'disable',
          'Disable a user',
          'Ends all sessions of the user. The last admin cannot be disabled.',
        ),
      enable: () => action('enable', 'Enable a disabled user', 'The user can sign in as before.'),
      role: () =>
        action(
          'role',
          'Change the role of a user',
          'Takes effect immediately. The last admin must remain an admin.',
        ),
    },

    overview: (): Operation => ({
      operationId: 'overview',
      summary: 'Get a summary of users and registrations',
      description:
        'The number of users, the waiting registrations with possible existing accounts, and the latest sign-ins.',
      tags,
      responses: { 200: json('The summary', Overview) },
    }),
  };
}
