import type { Action } from '../../descriptor/actions.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { textIn } from '../../fields/localized-text.ts';
import { toBodySchema } from '../http/operation/schemas.ts';
import type { Operation } from '../http/operation/operation.ts';

/** What the document says about an action of a resource. */
export function actionOperation({ name }: Resource, action: Action): Operation {
  const fields = [...action.form.values()];
  const properties = Object.fromEntries(
    fields.map((field) => [
      field.name,
      { description: textIn(field.label, 'en'), ...toBodySchema(field.kind.value(field.settings)) },
    ]),
  );
  const required = fields
    .filter((field) => field.required && field.default === undefined)
    .map((field) => field.name);
  return {
    operationId: `${name}.${action.name}`,
    summary: textIn(action.label, 'en'),
    description: 'An action of this installation. Returns the record as it is afterwards.',
    tags: [name],
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
      },
      {
        name: 'If-Match',
        in: 'header',
        required: true,
        description:
          'The version that the action is based on, such as `"3"`, or `*` for any version.',
        schema: { type: 'string' },
        example: '"3"',
      },
    ],
    ...(fields.length > 0 && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', additionalProperties: false, required, properties },
          },
        },
      },
    }),
    responses: {
      200: {
        description: 'The record',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
      },
    },
    problems: [404, 409, 412, 413, 415, 422, 428],
  };
}
