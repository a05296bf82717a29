import type { Field } from '../../fields/type/field.ts';
import { mayDo, mayRead, mayWrite } from '../access.ts';
import type { DeclaredFilter } from '../filter/declared-filter.ts';
import type { Descriptor, Operation, Resource, RowOperation } from '../descriptor.ts';

export type AccessQuestion = {
  role: string;
  resource: Resource;
  operation: Operation;
  /** One of the resource's own fields; absent: the record as a whole. */
  field?: string | undefined;
};

/** The rule that decides; the messages have a sentence for each. */
type AccessRule =
  | 'unknownRole'
  | 'all'
  | 'notGranted'
  | 'granted'
  | 'unseen'
  | 'fieldRead'
  | 'computedRead'
  | 'fieldWrite'
  | 'readOnly'
  | 'rows';

/** A filter that records must match, and the operation that it limits. */
type RowLimit = { operation: RowOperation; filter: DeclaredFilter };

type AccessAnswer = {
  answer: 'yes' | 'no' | 'some';
  rule: AccessRule;
  /** With `some`: the records must meet all of them. */
  limits: readonly RowLimit[];
  /** With `fieldRead` and `fieldWrite`: the roles the field names. */
  roles: readonly string[];
};

/**
 * Explains why a role may or may not perform an operation: by the first rule that forbids it, otherwise
 * by the rule that allows it. A test compares the result with `access.ts` and `row-filters.ts`.
 */
export function explainAccess(descriptor: Descriptor, question: AccessQuestion): AccessAnswer {
  const rule = forbidding(descriptor, question);
  if (rule !== undefined) return { answer: 'no', rule, limits: [], roles: rolesOf(question, rule) };

  const { role, resource, operation } = question;
  if (descriptor.roles.get(role)?.all) return { ...yes, rule: 'all' };
  const rights = resource.rowRights[role] ?? {};
  const limits = limiting[operation].flatMap((each) => {
    const filter = rights[each];
    return filter ? [{ operation: each, filter }] : [];
  });
  if (limits.length === 0) return { ...yes, rule: 'granted' };
  return { answer: 'some', rule: 'rows', limits, roles: [] };
}

const yes = { answer: 'yes', limits: [], roles: [] } as const;

/** The operations whose filters apply to an operation: nobody can export or change a record they cannot see. */
export const limiting: Record<Operation, readonly RowOperation[]> = {
  list: ['list', 'read'],
  read: ['list', 'read'],
  export: ['list', 'read', 'export'],
  create: ['list', 'read', 'create'],
  update: ['list', 'read', 'update'],
  delete: ['list', 'read', 'delete'],
  import: ['list', 'read', 'create', 'update'],
  history: ['list', 'read'],
  restore: ['list', 'read', 'update'],
  comment: ['list', 'read'],
};

/** How an operation uses a field. Deleting a record uses none. */
export const fieldUse: Record<Operation, 'read' | 'write' | undefined> = {
  list: 'read',
  read: 'read',
  export: 'read',
  create: 'write',
  update: 'write',
  import: 'write',
  history: 'read',
  restore: 'write',
  comment: 'read',
  delete: undefined,
};

function forbidding(descriptor: Descriptor, question: AccessQuestion): AccessRule | undefined {
  const { role, resource, operation, field: name } = question;
  if (!descriptor.roles.has(role)) return 'unknownRole';
  if (!mayDo(descriptor, role, resource, operation)) return 'notGranted';
  const use = fieldUse[operation];
  const field = name === undefined ? undefined : resource.fields.get(name);
  if (field === undefined || use === undefined) return undefined;
  if (use === 'write') {
    if (mayWrite(descriptor, role, resource, field.name)) return undefined;
    if (field.readOnly) return 'readOnly';
  }
  if (!mayRead(descriptor, role, resource, field.name))
    return (['list', 'read', 'export'] as const).some((each) =>
      mayDo(descriptor, role, resource, each),
    )
      ? readRule(field, role)
      : 'unseen';
  return use === 'write' ? 'fieldWrite' : undefined;
}

function readRule({ read, computed }: Field, role: string): AccessRule {
  const isAmong = read?.includes(role) ?? true;
  return isAmong && computed !== undefined ? 'computedRead' : 'fieldRead';
}

function rolesOf({ resource, field = '' }: AccessQuestion, rule: AccessRule): readonly string[] {
  const declared = resource.fields.get(field);
  if (rule === 'fieldRead') return declared?.read ?? [];
  return rule === 'fieldWrite' ? (declared?.write ?? []) : [];
}
