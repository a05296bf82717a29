import { ThreadPeople } from '../../contract/people/threads.ts';
import { mayDo, mayRead } from '../../descriptor/access.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { isRefusal, refuse, refuseAs } from '../../services/refusal.ts';
import {
  askableRoles,
  seesJob,
  seesSet,
  type Subject,
  whoSees,
} from '../../services/threads/reader.ts';
import { USERS } from '../../store/system/account.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { createQueryReader } from '../http/query-reader.ts';
import { findResource } from './threads.ts';

/** Responds with people for a mention: those whose names the caller may read, and whether they may read the subject; and the roles that may. */
export async function answerPeople(call: UserCall): Promise<Reply> {
  const reader = createQueryReader(call.query);
  const [name, ...places] = ['resource', 'record', 'job', 'changeSet'].map((each) =>
    reader.text(each),
  );
  const [record = null, job = null, changeSet = null] = places;
  const fields = reader.list('field');
  const q = reader.text('q')?.trim() ?? '';
  const problems = reader.problems();
  if (problems.length > 0) return refuse(problems);
  const resource = findResource(call, name ?? '');
  if (isRefusal(resource)) return resource;
  const subject = { resource, record, job, changeSet, fields };
  if (!(await isThere(call, subject))) return refuseAs('S001');
  const users = call.descriptor.resources.get(USERS);
  const roles = askableRoles(call, subject);
  if (!users || !mayListNames(call, users))
    return answer(call, 200, ThreadPeople, { data: [], roles });
  const found = await findPeople(call, users, q);
  const seeing = await whoSees(
    call,
    subject,
    found.map(({ _id }) => _id),
  );
  const data = found.map((each) => ({ ...each, mayRead: seeing.has(each._id) }));
  return answer(call, 200, ThreadPeople, { data, roles });
}

function mayListNames({ descriptor, role }: UserCall, users: Resource): boolean {
  return mayDo(descriptor, role, users, 'list') && mayRead(descriptor, role, users, 'name');
}

/** Whether the caller sees the record, the import or the change set. */
async function isThere(call: UserCall, subject: Subject): Promise<boolean> {
  const { resource, record, job, changeSet } = subject;
  const { store, database } = call.services;
  if (job !== null) return await seesJob(database, job, call);
  if (changeSet !== null) return await seesSet(database, changeSet, { ...call, resource });
  return record !== null && (await store.get(resource, record, [])) !== undefined;
}

const MOST_PEOPLE = 10;

async function findPeople({ services }: UserCall, users: Resource, q: string) {
  const filter: Filter = { path: 'status', operator: 'eq', operands: ['confirmed'] };
  const named: Filter = { path: 'name', operator: 'contains', operands: [q] };
  const rows = await services.store.findAny(
    users,
    q === '' ? filter : { and: [filter, named] },
    ['name'],
    MOST_PEOPLE,
  );
  return rows.map(({ _id, name }) => ({ _id, name: typeof name === 'string' ? name : '' }));
}
