import type { Field, Text } from '../../fields/type/field.ts';
import { operatorsOf, type Operator } from '../../fields/type/operators.ts';
import { problem, type Problem } from '../../fields/problems/problem.ts';
import { fieldTypes, type FieldTypeName } from '../../fields/registry.ts';
import { toField } from '../../fields/type/to-field.ts';
import { mayDo, readableFields } from '../access.ts';
import { systemFields } from '../descriptor.ts';
import type { Token } from '../expression/variables.ts';
import { suggestHint } from '../suggest.ts';
import type { Filter, ThreadCounting } from './filter.ts';
import { parseOperands } from './operands.ts';
import { plainTerm, type FilterContext, type QueryContext } from './query-term.ts';

/** What lists can be filtered by of the threads of their records. A field of this name in a collection takes precedence. */
export const threadFields: ReadonlyMap<string, Field> = new Map(
  [
    toThreadField('thread_open', 'boolean', { en: 'Open query', de: 'Offene Rückfrage' }),
    toThreadField(
      'thread_assignee',
      'references',
      { en: 'Open query to', de: 'Offene Rückfrage an' },
      { to: 'users' },
    ),
    toThreadField('thread_due', 'date', { en: 'Open query due', de: 'Offene Rückfrage fällig' }),
    toThreadField('thread_unread', 'boolean', {
      en: 'Unread messages',
      de: 'Ungelesene Nachrichten',
    }),
  ].map((field) => [field.name, field]),
);

/** A condition on the threads of a record that the reader may see. */
export type ThreadFilter = {
  thread: string;
  operator: Operator;
  operands: readonly unknown[];
  /** The fields whose threads count; absent: all, as for permissions. */
  fields?: readonly string[];
  /** Who reads, for what they have not read: an `_id`, or the token of the user. */
  reader: unknown;
  /** The role in which they read; absent: the one that they have. */
  role?: string;
};

const reader: Token = { token: 'user', form: 'user', amount: 0, unit: 'd' };

type Parsed = { filter: Filter } | { problems: Problem[] };

/** Parses a term such as `thread_due_lt`; undefined if it is about something else. */
export function parseThreadFilter(
  context: FilterContext,
  { key, at, read }: { key: string; at: string; read: (operator: Operator) => unknown },
): Parsed | undefined {
  const found = findThreadField(context, key);
  if (!found) return undefined;
  const { field } = found;
  // Only a database knows the threads.
  if (!('role' in context) && !context.resources) return { problems: [problem('Q024', at)] };
  const { operator, value } = plainTerm(found.operator, read(found.operator));
  const offered = threadOperators(field);
  if (!offered.includes(operator))
    return {
      problems: [
        problem('Q003', at, { operators: offered.join(', ') }, suggestHint(operator, offered)),
      ],
    };
  const parsed = parseOperands(field, operator, value, at);
  if ('problems' in parsed) return parsed;
  const fields = readableIn(context);
  const { operands } = parsed;
  const role = 'role' in context ? { role: context.role } : {};
  return {
    filter: { thread: field.name, operator, operands, reader, ...role, ...(fields && { fields }) },
  };
}

/** The operators of a thread field: a list of several values is not compared as a whole. */
export function threadOperators(field: Field): readonly Operator[] {
  return operatorsOf(field).filter((name) => !['all', 'exactly', 'under'].includes(name));
}

/** The field of a key with its operator, if the caller sees threads and no field of the collection has the name. */
function findThreadField(context: FilterContext, key: string) {
  const cut = key.lastIndexOf('_');
  const whole = threadFields.get(key);
  const field = whole ?? threadFields.get(key.slice(0, cut));
  if (!field || context.resource.fields.has(field.name) || !seesThreads(context)) return undefined;
  const operator = (whole ? 'eq' : key.slice(cut + 1)) as Operator;
  return { field, operator };
}

/** Whether filters may ask about threads: those of a role that comments, and those of the descriptor. */
export function seesThreads(context: FilterContext): boolean {
  if (!('role' in context)) return true;
  const { descriptor, role, resource } = context;
  return (['read', 'comment'] as const).every((each) => mayDo(descriptor, role, resource, each));
}

/** The threads that a list counts for a caller; undefined if they see none. */
export function countedThreads(context: QueryContext): ThreadCounting | undefined {
  const fields = readableIn(context);
  if (!fields || !seesThreads(context)) return undefined;
  return { reader: context.moment?.userId ?? null, fields };
}

function readableIn(context: FilterContext): readonly string[] | undefined {
  if (!('role' in context)) return undefined;
  const { descriptor, role, resource } = context;
  return [...readableFields(descriptor, role, resource), ...systemFields];
}

function toThreadField(
  name: string,
  type: FieldTypeName,
  label: Text,
  settings: Readonly<Record<string, unknown>> = {},
): Field {
  const declaration = { type, label, readOnly: true, ...settings };
  return toField(fieldTypes[type], name, declaration, Object.keys(label));
}
