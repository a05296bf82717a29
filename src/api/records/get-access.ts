import { requireEntry } from '../../fields/require-entry.ts';
import { RecordAccess, recordOperations } from '../../contract/people/access.ts';
import { mayAdminister, mayDo, mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import {
  type DeclaredFilter,
  fieldsBeyond,
  fieldsOfFilter,
  formatFilter,
  resolveFilter,
} from '../../descriptor/filter/declared-filter.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import { explainAccess } from '../../descriptor/permissions/explain-access.ts';
import { isRecordId } from '../../descriptor/rules/record-check.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { problem } from '../../fields/problems/problem.ts';
import type { ApiKey } from '../../contract/people/keys.ts';
import { USERS } from '../../store/system/account.ts';
import { isAnonymised } from '../../store/system/accounts/user-guard.ts';
import { listKeys } from '../../store/system/accounts/api-keys.ts';
import { descriptorOfKey } from '../../store/system/key-descriptor.ts';
import type { StoredRecord } from '../../store/store.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import type { Operation } from '../http/operation/operation.ts';
import { json } from '../http/operation/schemas.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { notAllowed } from '../../services/not-allowed.ts';
import { isRefusal, refuse, refuseAs, type Refusal } from '../../services/refusal.ts';

type Person = Pick<UserCall['user'], '_id' | 'name' | 'role' | 'status'>;

/** Explains what a person may do with a record. About others only roles that may do everything can ask. */
export async function getAccess(call: UserCall, resource: Resource): Promise<Reply> {
  const { services, params } = call;
  const reader = createQueryReader(call.query);
  const userId = reader.text('user');
  const keyId = reader.text('key');
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems, { status: 400 });
  const { id } = params;
  if (!isRecordId(id)) return refuseAs('S001');
  const [record] = await services.store.findMany(resource, '_id', [id]);
  if (!record) return refuseAs('S001');
  const key = keyId === undefined ? null : await findAskedKey(call, keyId, userId);
  if (key && isRefusal(key)) return key;
  const user = await findPerson(call, key?.owner._id ?? userId ?? call.user._id);
  if (isRefusal(user)) return user;
  const operations = await explainAll(call, { resource, record, user }, key);
  const { _id, name, role } = user;
  return answer(call, 200, RecordAccess, {
    user: { _id, name, role },
    key: key && { id: key.id, name: key.name },
    operations,
  });
}

/** Explains every operation on a record, and for a key also what it leaves of it. */
async function explainAll(
  call: UserCall,
  of: Omit<Question, 'operation'>,
  key: ApiKey | null,
): Promise<Explained[]> {
  const { resource, record } = of;
  const isFinal =
    resource.name === USERS && (await isAnonymised(call.services.database, record._id));
  const explained: Explained[] = [];
  for (const operation of recordOperations) {
    const question = { ...of, operation };
    const own = afterAnonymisation(isFinal, await explain(call, question));
    explained.push(key && own.allowed ? await explainKey(call, question, key, own) : own);
  }
  return explained;
}

async function findPerson(call: UserCall, id: string): Promise<Person | Refusal> {
  const { descriptor, services, role, user } = call;
  if (id === user._id) return user;
  if (!mayAdminister(descriptor, role)) {
    const reason = notAllowed(call, 'user', (own) => mayAdminister(own, role));
    return refuse(reason, { status: 403 });
  }
  const users = requireEntry(descriptor.resources, 'users');
  const found = await services.store.findMany(users, '_id', [id], ['name', 'role', 'status']);
  const [person] = found as readonly StoredRecord[] as readonly (StoredRecord & Person)[];
  if (person) return person;
  return refuse(problem('Q004', 'user', { expected: 'the _id of a user' }), { status: 400 });
}

/** An API key of the user of the question, who is the caller or, for admins, anybody. */
async function findAskedKey(
  { services, descriptor, role, user }: UserCall,
  id: string,
  owner: string | undefined,
): Promise<ApiKey | Refusal> {
  const users = requireEntry(descriptor.resources, 'users');
  const [key] = await listKeys(services.database, users, { id, userId: owner });
  const isTheirs = key?.owner._id === user._id || mayAdminister(descriptor, role);
  if (key && isTheirs) return key;
  return refuse(problem('Q004', 'key', { expected: 'the id of an API key' }), { status: 400 });
}

type Explained = RecordAccess['operations'][number];

/** Nobody changes an anonymised user, whatever their permissions; the record can still be read and deleted. */
function afterAnonymisation(isFinal: boolean, own: Explained): Explained {
  const isChange = own.operation === 'update' || own.operation === 'restore';
  return isFinal && isChange && own.allowed
    ? { ...own, allowed: false, rule: 'anonymised', limits: [] }
    : own;
}

/** What a key leaves of an operation that its owner may perform. */
async function explainKey(
  call: UserCall,
  { resource, record, user, operation }: Question,
  { id, name, state, collections }: ApiKey,
  own: Explained,
): Promise<Explained> {
  if (state !== 'active') return { ...own, allowed: false, rule: 'keyEnded' };
  const { descriptor, services } = call;
  const seen = descriptorOfKey(descriptor, user.role, { id, name, grants: collections });
  if (!mayDo(seen, user.role, resource, operation))
    return { ...own, allowed: false, rule: 'keyNotGranted' };
  const filter = seen.roles.get(user.role)?.narrowing?.grants.get(resource)?.filter;
  if (!filter) return own;
  const { timeZone } = descriptor.app;
  const resolved = resolveFilter(filter, { now: new Date(), userId: user._id, timeZone });
  const holds = evaluateFilter(await services.store.settle(resource, resolved, [record]), record);
  // It has the row rules of the role too, which the owner may not be able to read.
  const shown = formatSeenFilter(call, resource, filter);
  const limit = { operation: 'key', filter: shown, holds };
  return { ...own, allowed: holds, rule: 'rows', limits: [...own.limits, limit] };
}

type Question = {
  resource: Resource;
  record: StoredRecord;
  user: Person;
  operation: (typeof recordOperations)[number];
};

async function explain(
  call: UserCall,
  { resource, record, user, operation }: Question,
): Promise<Explained> {
  if (user.status !== 'confirmed')
    return { operation, allowed: false, rule: 'inactive', limits: [] };
  const { descriptor, services } = call;
  const explained = explainAccess(descriptor, { role: user.role, resource, operation });
  const moment = { now: new Date(), userId: user._id, timeZone: descriptor.app.timeZone };
  const limits = [];
  for (const { operation: by, filter } of explained.limits) {
    const settled = await services.store.settle(resource, resolveFilter(filter, moment), [record]);
    limits.push({
      operation: by,
      filter: formatSeenFilter(call, resource, filter),
      holds: evaluateFilter(settled, record),
    });
  }
  const allowed = explained.answer !== 'no' && limits.every(({ holds }) => holds);
  // Of a whole record only these rules decide; a role that no longer exists was granted nothing.
  const rule = explained.rule as Explained['rule'] | 'unknownRole';
  return { operation, allowed, rule: rule === 'unknownRole' ? 'notGranted' : rule, limits };
}

/** The filter in signs, if the caller may read all fields that it asks for. */
function formatSeenFilter(
  { descriptor, role }: UserCall,
  resource: Resource,
  filter: DeclaredFilter,
): string | null {
  const own = fieldsOfFilter(filter).map((field) => ({ resource: resource.name, field }));
  const isSeen = [...own, ...fieldsBeyond(filter.unresolved)].every(({ resource: of, field }) =>
    mayRead(descriptor, role, requireEntry(descriptor.resources, of), field),
  );
  return isSeen ? formatFilter(filter.unresolved) : null;
}

/** The OpenAPI operation that explains access to a record. */
export function accessOperation({ name, label }: Resource): Operation {
  return {
    operationId: `${name}.access`,
    summary: `Explain who may do what with a record of ${textIn(label, 'en')}`,
    description:
      'Names the rule that decides each operation, and the filters of permissions that the record matches or does not match.',
    parameters: [
      {
        name: 'user',
        in: 'query',
        description:
          'The `_id` of the person; by default the caller. Only roles with `all` may ask about others.',
        schema: { type: 'string' },
      },
      {
        name: 'key',
        in: 'query',
        description: 'The `id` of an API key: what its program may do, and why.',
        schema: { type: 'string' },
      },
    ],
    responses: { 200: json('What the person may do, and why', RecordAccess) },
  };
}
