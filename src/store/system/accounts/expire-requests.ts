import type { Descriptor } from '../../../descriptor/descriptor.ts';
import { noteAudit } from '../audit/note-audit.ts';
import type { Database } from '../../connection/database.ts';
import { putMail } from '../outbox/put-mail.ts';
import type { Store } from '../../store.ts';
import { USERS } from '../account.ts';
import { languageOf } from './language-of.ts';

/** A request for an account is kept so long after the last change of it. */
export const REQUEST_DAYS = 30;

/** So many at a time; the next time comes. */
const BATCH = 100;

/**
 * Deletes requests nobody confirmed in time, tells their senders and notes it; answers how many. May be
 * called at any time and on every replica: each request goes once, with one mail.
 */
export async function expireRequests({
  database,
  store,
  descriptor,
}: {
  database: Database;
  store: Store;
  descriptor: Descriptor;
}): Promise<number> {
  const users = descriptor.resources.get(USERS);
  if (!users) return 0;
  const { rows } = await database.query<{ _id: string; _version: number }>(
    `select _id, _version from "users" where "status" = 'pending'
       and "updatedAt" < now() - make_interval(days => ${REQUEST_DAYS})
     order by "updatedAt" limit ${BATCH}`,
  );
  const [otherwise = 'en'] = descriptor.app.languages;
  let count = 0;
  for (const { _id, _version } of rows) {
    count += await store.transaction(async (part, sql) => {
      const language = await languageOf(sql, _id, otherwise);
      const by = { userId: null, partOf: 'expiry' } as const;
      const removed = await part.remove(users, _id, _version, by);
      // Somebody was faster, or something refers to it: then it stays for an admin to look at.
      if ('failure' in removed) return 0;
      const { name, email, organisation = null } = removed.record;
      await noteAudit(sql, {
        action: 'expired',
        actor: null,
        resource: USERS,
        record: _id,
        detail: { name, email, organisation },
      });
      await putMail(sql, {
        kind: 'expired',
        to: { address: String(email), name: String(name) },
        language,
        data: { days: REQUEST_DAYS },
        dedupeKey: `expired/${_id}`,
      });
      return 1;
    });
  }
  return count;
}
