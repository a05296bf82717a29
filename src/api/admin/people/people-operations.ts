import { Invited, Overview } from '../../../contract/people.ts';
import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { invitationBody, invitationsBody } from './invitation-bodies.ts';
import { userActionBodies as bodies } from './user-action-bodies.ts';
import { json, toAnswerSchema } from '../../http/operation/answer-schema.ts';
import { jsonBody, toBodySchema } from '../../http/operation/body-schema.ts';
import type { Operation, Parameter, Schema } from '../../http/operation/operation.ts';
import { id } from '../../http/operation/id-parameter.ts';

const tags = ['people'];
const text: Schema = { type: 'string' };
const user = { 'application/json': { schema: { $ref: '#/components/schemas/users' } } };

const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'Only if this is still the version.',
  schema: text,
  example: '"3"',
};

/** What the document says about letting people in and looking after them. */
export function peopleOperations(descriptor: Descriptor) {
  const action = (
    name: keyof typeof bodies,
    summary: string,
    description: string,
    answer = 'The user as they are now',
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
      summary: 'Invite somebody, or a list of people',
      description:
        'Mails a link by which a password is chosen, good for seven days. Who is invited already gets another. Of a list each is done by itself.',
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
          description: 'Of one: invited once more. Of a list: what became of it',
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
          'Let in who has registered',
          'The user is mailed. Only who waits can be.',
        ),
      reject: () =>
        action(
          'reject',
          'Turn down who has registered',
          'The request is deleted and the user mailed. Only who waits can be.',
          'The request as it was',
        ),
      disable: () =>
        action('disable', 'Shut a user out', 'All sessions end at once. The last admin stays.'),
      enable: () => action('enable', 'Let a disabled user in again', 'They sign in as before.'),
      role: () =>
        action('role', 'Give a user another role', 'It counts at once. The last admin stays.'),
    },

    overview: (): Operation => ({
      operationId: 'overview',
      summary: 'The users at a glance',
      description: 'How many there are, who waits and who they may be already, who signed in last.',
      tags,
      responses: { 200: json('As it is now', Overview) },
    }),
  };
}
