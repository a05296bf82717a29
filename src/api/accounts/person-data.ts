import { requireEntry } from '../../fields/require-entry.ts';
import { mayAdminister, mayRead, readableFields } from '../../descriptor/access.ts';
import { type Resource, systemFields } from '../../descriptor/descriptor.ts';
import { personParts } from '../../contract/people/person.ts';
import { type Account, USERS, usersResource } from '../../store/system/account.ts';
import {
  type PersonRows,
  type PersonSight,
  readPerson,
} from '../../store/system/person/read-person.ts';
import type { Store } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { filterOf, limitExport } from '../http/answer/file-streams.ts';
import { afterFirstPart, auditExport } from '../../services/export/audit-export.ts';
import { refuseAs } from '../../services/refusal.ts';
import type { Reply } from '../http/answer/answer.ts';

/**
 * Streams what is stored about a person as one JSON file: for admins all of it, for others what they may see. The export
 * itself is logged.
 */
export async function exportPerson(
  call: UserCall,
  { _id, email }: Pick<Account, '_id' | 'email'>,
  store: Store,
): Promise<Reply> {
  const { services, descriptor } = call;
  const users = usersResource(descriptor.resources);
  const readScope = mayAdminister(descriptor, call.role) ? undefined : toSight(call, users);
  const user = await store.get(users, _id, readScope?.fields);
  if (!user) return refuseAs('S001');
  return await limitExport(call, async () => {
    const rows = readPerson(services.database, descriptor, users, { _id, email, readScope });
    const what = { resource: USERS, record: _id, format: 'json', filter: filterOf(call) };
    const noted = auditExport(call, what, rows, (batch) => batch.rows.length);
    return {
      source: afterFirstPart(noted, (batches) => toFile(user.json, batches)),
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': 'attachment; filename="personal-data.json"',
      },
    };
  });
}

/** People see what is stored about them in fields that their role may read, even if it may not list users. */
function toSight({ descriptor, role, restriction }: UserCall, users: Resource): PersonSight {
  const readable = readableFields(descriptor, role, users);
  const own = [...users.fields.values()].filter(
    ({ name, computed, read }) =>
      readable.includes(name) || (computed === undefined && (read?.includes(role) ?? true)),
  );
  return {
    fields: [...systemFields, ...own.map(({ name }) => name)],
    rowsOf: restriction?.rowsOf,
    mayRead: (name, field) =>
      mayRead(descriptor, role, requireEntry(descriptor.resources, name), field),
  };
}

/** The file: an object with a list for each part, in the order in which the parts arrive. */
async function* toFile(user: string, batches: AsyncIterable<PersonRows>): AsyncGenerator<string> {
  let opened = 0;
  let isFirst = true;
  const openUpTo = (last: number): string => {
    let text = '';
    for (; opened < last; opened += 1) {
      text += `${opened === 0 ? '' : ']'},"${personParts[opened]}":[`;
      isFirst = true;
    }
    return text;
  };
  yield `{"exportedAt":${JSON.stringify(new Date())},"user":${user}`;
  for await (const { part, rows } of batches) {
    const head = openUpTo(personParts.indexOf(part) + 1);
    yield `${head}${isFirst ? '' : ','}${rows.join(',')}`;
    isFirst = false;
  }
  yield `${openUpTo(personParts.length)}]}`;
}
