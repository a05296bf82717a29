import { personParts } from '../../contract/person.ts';
import { type Account, USERS } from '../../store/system/account.ts';
import { type PersonRows, readPerson } from '../../store/system/person/read-person.ts';
import type { Store } from '../../store/store.ts';
import type { UserCall } from '../http/call.ts';
import { afterFirstPart, auditExport, limitExport } from '../http/file-streams.ts';
import { refuseAs, type Reply } from '../http/refusal.ts';
import { usersResource } from './authenticator.ts';

/** Streams everything that is stored about a person as one JSON file. The export itself is logged. */
export async function exportPerson(
  call: UserCall,
  { _id, email }: Pick<Account, '_id' | 'email'>,
  store: Store,
): Promise<Reply> {
  const { parts, descriptor } = call;
  const users = usersResource(descriptor.resources);
  const user = await store.get(users, _id);
  if (!user) return refuseAs('S001');
  return await limitExport(call, async () => {
    const rows = readPerson(parts.database, descriptor, users, { _id, email });
    const what = { resource: USERS, record: _id, format: 'json' };
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
