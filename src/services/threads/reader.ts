import { mayDo, mayRead, maySeeStructure, readableFields } from '../../descriptor/access.ts';
import { systemFields, type Descriptor, type Resource } from '../../descriptor/descriptor.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { findUser, usersResource } from '../../store/system/account.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { ThreadReader, ThreadSight } from '../../store/system/threads/seen-threads.ts';
import { type Acting, readerOf, restrictionOf } from '../acting.ts';

export type Seeing = Pick<Acting, 'descriptor' | 'role' | 'user' | 'restriction'>;

/** Whether a role sees the threads of a collection: it may read its records, and comment. */
export function mayComment(descriptor: Descriptor, role: string, resource: Resource): boolean {
  return mayDo(descriptor, role, resource, 'comment') && mayDo(descriptor, role, resource, 'read');
}

/** What somebody sees of the threads of one collection, or of all. */
export function threadReader(
  { descriptor, role, user, restriction }: Seeing,
  resource?: Resource,
): ThreadReader {
  const all = resource ? [resource] : [...descriptor.resources.values()];
  const records = all
    .filter((each) => mayDo(descriptor, role, each, 'read'))
    .map((each): ThreadSight => ({
      resource: each,
      readable: [...readableFields(descriptor, role, each), ...systemFields],
    }));
  const places = records.filter((each) => mayDo(descriptor, role, each.resource, 'comment'));
  const viewer = readerOf({ descriptor, role, user });
  return { descriptor, places, records, viewer, rowsOf: restriction?.rowsOf };
}

/** Somebody by their own role and permissions as they are now; undefined for those who may not sign in. */
export async function findPerson(
  { sql, descriptor }: { sql: QueryRunner; descriptor: Descriptor },
  id: string,
): Promise<Seeing | undefined> {
  const user = await findUser(sql, usersResource(descriptor.resources), id);
  if (user?.status !== 'confirmed') return undefined;
  const { role } = user;
  const restriction = restrictionOf({ descriptor, role, user });
  return { descriptor, role, user, ...(restriction && { restriction }) };
}

/** What a thread is about. */
export type Subject = { resource: Resource; record: string; fields: readonly string[] };

/** Which of these people may see the thread of a subject now, each by their own role and permissions. */
export async function whoSees(
  { services, descriptor }: Pick<Acting, 'services' | 'descriptor'>,
  subject: Subject,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const seeing = await Promise.all(
    [...new Set(people)].map(async (id) =>
      (await seenSubjects({ services, descriptor }, id, [subject])).size > 0 ? [id] : [],
    ),
  );
  return new Set(seeing.flat());
}

/**
 * The roles that somebody can ask: of those that they know, the ones that may see the thread of the subject. Which of
 * its people may see this record, the rows of each decide.
 */
export function askableRoles(acting: Pick<Acting, 'descriptor' | 'role'>, subject: Subject) {
  const knowsAll = maySeeStructure(acting.descriptor, acting.role);
  const descriptor = wholeOf(acting.descriptor);
  const { resource, fields } = subject;
  return [...descriptor.roles.keys()].filter(
    (role) =>
      (knowsAll || role === acting.role) &&
      mayComment(descriptor, role, resource) &&
      fields.every((name) => mayRead(descriptor, role, resource, name)),
  );
}

/** The descriptor of the server: that of an API key has the rights of the key, and others have theirs. */
function wholeOf(descriptor: Descriptor): Descriptor {
  for (const { narrowing } of descriptor.roles.values()) if (narrowing) return narrowing.of;
  return descriptor;
}

/** Those of the subjects whose threads somebody may see now, in one statement per collection. */
export async function seenSubjects(
  { services, descriptor }: Pick<Acting, 'services' | 'descriptor'>,
  id: string,
  subjects: readonly Subject[],
): Promise<ReadonlySet<Subject>> {
  const whole = wholeOf(descriptor);
  const seeing = await findPerson({ sql: services.database, descriptor: whole }, id);
  if (!seeing) return new Set();
  const store = seeing.restriction && services.store.restrictedTo(seeing.restriction);
  const seen = [...Map.groupBy(subjects, ({ resource }) => resource.name)].map(
    async ([, group]) => {
      const { resource } = requireItem(group, 0);
      const [place] = threadReader(seeing, resource).places;
      if (!place) return [];
      const open = group.filter(({ fields }) =>
        fields.every((name) => place.readable.includes(name)),
      );
      if (!store) return open;
      const ids = [...new Set(open.map(({ record }) => record))];
      const found = await store.findMany(resource, '_id', ids, []);
      const seenIds = new Set(found.map(({ _id }) => _id));
      return open.filter(({ record }) => seenIds.has(record));
    },
  );
  return new Set((await Promise.all(seen)).flat());
}
