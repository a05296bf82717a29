import { mayRead } from '../../descriptor/access.ts';
import { namingFields, titleFor } from '../../descriptor/title.ts';
import type { ReaderStyle } from '../../fields/reader-style.ts';
import { USERS } from '../../store/system/account.ts';
import type { Acting } from '../acting.ts';
import { seenNames } from '../seen-names.ts';

/** The names of people, by `_id`, as far as somebody may read them. */
export async function readNames(
  acting: Acting,
  ids: readonly (string | null)[],
): Promise<Record<string, string>> {
  const seen = await seenNames(acting, ids);
  const wanted = [...new Set(ids)].filter((id) => id !== null && seen.has(id));
  const users = acting.descriptor.resources.get(USERS);
  if (!users?.fields.has('name') || wanted.length === 0) return {};
  const rows = await acting.services.database.primaryOrReplica.rows<{
    id: string;
    name: string | null;
  }>('select _id as id, "name" as name from "users" where _id = any($1::text[])', [wanted]);
  return Object.fromEntries(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name]])));
}

/** The titles of records, by `collection/_id`, of those that somebody may see. */
export async function readTitles(
  acting: Acting,
  style: ReaderStyle,
  records: readonly { resource: string; id: string }[],
): Promise<Record<string, string>> {
  const { descriptor, role, services } = acting;
  const titles: Record<string, string> = {};
  for (const [name, group] of Map.groupBy(records, ({ resource }) => resource)) {
    const resource = descriptor.resources.get(name);
    if (!resource || !mayRead(descriptor, role, resource, '_id')) continue;
    const fields = namingFields(resource).filter((each) =>
      mayRead(descriptor, role, resource, each),
    );
    const ids = [...new Set(group.map(({ id }) => id))];
    for (const record of await services.store.findMany(resource, '_id', ids, fields))
      titles[`${name}/${record._id}`] = titleFor(style, resource, record);
  }
  return titles;
}
