import { checkLimits } from '../../services/files/accept-file.ts';
import { callerParams } from '../../descriptor/permissions/caller-params.ts';
import { mayDo, mayRead, mayWrite } from '../../descriptor/access.ts';
import { mayRun } from '../../descriptor/settings/actions.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import { mostBytes, type FileSettings } from '../../fields/files/file-settings.ts';
import type { Field } from '../../fields/type/field.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { sizeParams } from '../../fields/problems/size-params.ts';
import type { Call, UserCall } from '../http/call.ts';
import { refuse, type Refusal } from '../../services/refusal.ts';

/** The field that a file is for. Its settings say what may be uploaded. */
export type UploadTarget = {
  resource: Resource;
  /** `document`, or `review.report` for a field in the form of an action. */
  name: string;
  field: Field;
  most: number;
};

/** Whose file it is until a record has it. */
export type Owned = { owner: string };

/**
 * The field that `sources.document` names, if the caller may write it in some record, or `sources.review.report`, if
 * they may run this action.
 */
export function findTarget(call: UserCall, path: string): UploadTarget | Refusal {
  const { descriptor, role } = call;
  const [collection = '', ...names] = path.split('.');
  const resource = descriptor.resources.get(collection);
  const isForm = names.length > 1;
  const find = isForm ? findFormField : findRecordField;
  const field = resource && find(call, resource, names);
  if (!field?.kind.files) {
    const expected =
      'collection.field of a field that holds files, such as sources.document, or collection.action.field of a form';
    return refuse(problem('Q004', 'field', { expected }), { status: 400 });
  }
  if (!isForm && !mayWrite(descriptor, role, resource!, field.name))
    return refuse(problem('A008', 'field', callerParams(descriptor, role)));
  const most = mostBytes(field.settings as FileSettings);
  return { resource: resource!, name: names.join('.'), field, most };
}

type Find = (call: UserCall, resource: Resource, names: readonly string[]) => Field | undefined;

const findRecordField: Find = ({ descriptor, role }, resource, [name = '']) =>
  (['create', 'update'] as const).some((each) => mayDo(descriptor, role, resource, each)) &&
  mayRead(descriptor, role, resource, name)
    ? resource.fields.get(name)
    : undefined;

const findFormField: Find = ({ descriptor, role }, resource, [name, field = '', ...more]) => {
  const action = resource.actions.find((each) => each.name === name);
  const mayFill =
    action &&
    mayDo(descriptor, role, resource, 'read') &&
    mayRun(descriptor, role, resource, action);
  return mayFill && more.length === 0 ? action.form.get(field) : undefined;
};

/** What a person, or all visitors of public forms together, may have uploaded at most before records have it. */
const MOST_WAITING = { files: 1_000, bytes: 5_000_000_000 };

/** The problem of a file with so many bytes: too large for its field, or for what the owner and all may have. */
export async function checkRoom(
  call: Call,
  { most, owner }: UploadTarget & Owned,
  bytes: number,
): Promise<Problem | undefined> {
  if (bytes > most) return problem('V065', '', sizeParams(most));
  return await checkWaiting(call, owner, bytes);
}

/** The problem of a further file with so many bytes: too much for what the owner and all may have. */
export async function checkWaiting(
  { services }: Call,
  owner: string,
  bytes: number,
): Promise<Problem | undefined> {
  const { usage, full } = await checkLimits(services, owner, bytes);
  const { waiting } = usage;
  if (waiting.files >= MOST_WAITING.files || waiting.bytes + bytes > MOST_WAITING.bytes)
    return problem('A023', '', {
      files: MOST_WAITING.files,
      ...sizeParams(MOST_WAITING.bytes),
    });
  return full;
}
