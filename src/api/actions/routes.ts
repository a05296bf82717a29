import { findOffered } from '../../services/records/find-offered.ts';
import { type Action, mayRun } from '../../descriptor/settings/actions.ts';
import type { Descriptor, Resource } from '../../descriptor/descriptor.ts';
import { refusedAction } from '../../descriptor/rules/check-states.ts';
import type { UserCall } from '../http/call.ts';
import { actorOf, momentOf } from '../../services/acting.ts';
import type { Reply } from '../http/answer/answer.ts';
import { onceRoute, type Route, route } from '../http/route.ts';
import type { ActionCode } from './define-action.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { parseIfMatch } from '../http/answer/etag.ts';
import { answerWrite } from '../records/write-answer.ts';
import { refuseStale } from '../../services/refuse-write.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { isRefusal, type Refusal, refuse, refuseAs } from '../../services/refusal.ts';
import { checkForm } from '../../descriptor/field-check.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { json, jsonBody, recordOf, toBodySchema } from '../http/operation/schemas.ts';
import type { Operation } from '../http/operation/operation.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import { filesOf, nameInValues } from '../../store/records/files/name-files.ts';
import type { Actor, Store } from '../../store/store.ts';

export type ActionParts = { actions?: readonly ActionCode[] };

/** The routes of the actions that have code. Other actions name a route that already exists. */
export function actionRoutes(resource: Resource, actions: readonly ActionCode[]): Route[] {
  return resource.actions.flatMap((action) => {
    const code = findActionCode(actions, resource, action);
    return code ? [toRoute(resource, action, code)] : [];
  });
}

export function findActionCode(
  actions: readonly ActionCode[],
  resource: Resource,
  { name }: Action,
): ActionCode | undefined {
  return actions.find((code) => code.resource === resource.name && code.name === name);
}

function toRoute(resource: Resource, action: Action, code: ActionCode): Route {
  const address = `${action.method} ${action.path.replace('{_id}', ':id')}` as const;
  const run = (call: UserCall) => runAction(call, resource, action, code);
  // A role that may read the record may be one that may run the action; the action itself names those roles.
  const needs = { may: 'read', of: resource } as const;
  const declare = action.method === 'POST' ? onceRoute : route;
  return declare(address, run, needs, () => actionOperation(resource, action));
}

/** Checks who runs the action, on which record and with which values, and runs it. */
async function runAction(
  call: UserCall,
  resource: Resource,
  action: Action,
  code: ActionCode,
): Promise<Reply> {
  const { descriptor, role, services, user } = call;
  const may = (own: Descriptor) => mayRun(own, role, resource, action);
  if (!may(descriptor)) return refuse(notAllowed(call, '', may));
  const { id } = call.params;
  if (!isRecordId(id)) return refuseAs('S001');
  const match = parseIfMatch(call.request);
  if (isRefusal(match)) return match;
  const checked = await readForm(call, action);
  if (isRefusal(checked)) return checked;

  const [record] = await services.store.findMany(resource, '_id', [id]);
  if (!record) return refuseAs('S001');
  const { expected } = match;
  if (expected !== '*' && expected !== record._version) return refuseStale(call, resource, record);
  const [meant] = await findOffered(services.store, { resource, action }, [record], momentOf(call));
  if (!meant) return refuse(refusedAction(resource, action));
  const by = { ...actorOf(call), way: 'action' } as const;
  const { values: form, problems } = await nameFormFiles(services.store, action, checked.form, by);
  if (problems.length > 0) return refuse(problems, { status: 422 });
  const outcome = await code.run({
    resource,
    record,
    expected,
    form,
    user,
    by,
    store: services.store,
  });
  if ('problems' in outcome && !('failure' in outcome))
    return refuse(outcome.problems, { status: 422 });
  return answerWrite(call, resource, outcome);
}

async function readForm(
  call: UserCall,
  action: Action,
): Promise<{ form: Record<string, unknown> } | Refusal> {
  if (action.form.size === 0) return { form: {} };
  const read = await call.readJson();
  if (isRefusal(read)) return read;
  const checked = checkForm(action, read.value);
  return 'form' in checked ? checked : refuse(checked.problems, { status: 422 });
}

/** The OpenAPI operation of an action. */
function actionOperation({ name }: Resource, action: Action): Operation {
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
    description: 'An action of this installation. Returns the record after the action.',
    parameters: [
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
      requestBody: jsonBody({ type: 'object', additionalProperties: false, required, properties }),
    }),
    responses: { 200: json('The record', recordOf({ name })) },
    problems: [409, 412, 428],
  };
}

/**
 * The values of a form with whole files in place of their ids, and what is wrong with them: who fills in the form must
 * have uploaded a file or be able to read it in a record, and it must fit its field.
 */
async function nameFormFiles(
  store: Store,
  { form }: Action,
  values: Readonly<Record<string, unknown>>,
  by: Actor,
): Promise<{ values: Record<string, unknown>; problems: Problem[] }> {
  const fields = [...form.values()].filter(({ kind }) => kind.files);
  const ids = fields.flatMap((field) => filesOf(field, values[field.name]).map(({ id }) => id));
  const files = await store.nameableFiles(ids, by);
  const filesById = new Map(files.map((file) => [file.id, { json: file }]));
  return nameInValues(fields, values, (_, id) => filesById.get(id));
}
