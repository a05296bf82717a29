import { mayDo, mayRead, maySeeStructure, readableFields } from '../../descriptor/access.ts';
import { systemFields, type Descriptor, type Resource } from '../../descriptor/descriptor.ts';
import { requireItem } from '../../fields/require-entry.ts';
import { findUser, usersResource } from '../../store/system/account.ts';
import type { QueryRunner } from '../../store/store.ts';
import type { ThreadReader, ThreadSight } from '../../store/system/threads/seen-threads.ts';
import { getJob } from '../../store/system/jobs/read-jobs.ts';
import { hasJob } from '../jobs/has-job.ts';
import { type Acting, readerOf, restrictionOf } from '../acting.ts';
import { hasChanged, type VisibleCollections } from '../../store/system/past/read-change-sets.ts';
import { visibleCollections } from '../visible-collections.ts';

export type Seeing = Pick<Acting, 'descriptor' | 'role' | 'user' | 'restriction' | 'key'>;

/** Whether a role sees the threads of a collection: it may read its records, and comment. */
export function mayComment(descriptor: Descriptor, role: string, resource: Resource): boolean {
  return mayDo(descriptor, role, resource, 'comment') && mayDo(descriptor, role, resource, 'read');
}

/** What somebody sees of the threads of one collection, or of all. */
export function threadReader(
  { descriptor, role, user, restriction, key }: Seeing,
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
  const imports = {
    resources: places
      .filter((each) => mayDo(descriptor, role, each.resource, 'import'))
      .map((each) => each.resource.name),
    key: key?.id,
  };
  const viewer = readerOf({ descriptor, role, user });
  const sets = visibleSets({ descriptor, role, user }, places);
  return { descriptor, places, records, imports, sets, viewer, rowsOf: restriction?.rowsOf };
}

/** Of these collections, those whose change sets somebody sees. */
function visibleSets(
  seeing: Pick<Seeing, 'descriptor' | 'role' | 'user'>,
  places: readonly ThreadSight[],
): VisibleCollections {
  const { user, all, own } = visibleCollections(seeing);
  const names = new Set(places.map(({ resource }) => resource.name));
  const seen = (each: readonly string[]) => each.filter((name) => names.has(name));
  return { user, all: seen(all), own: seen(own) };
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

/** What a thread is about: a record, a row of the import `job`, or a change set. */
export type Subject = {
  resource: Resource;
  record: string | null;
  job: string | null;
  changeSet: string | null;
  fields: readonly string[];
};

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
  const seen = [...Map.groupBy(subjects, ({ resource }) => resource.name)].map(
    async ([, group]) => {
      const { resource } = requireItem(group, 0);
      const [place] = threadReader(seeing, resource).places;
      if (!place) return [];
      const open = group.filter(({ fields }) =>
        fields.every((name) => place.readable.includes(name)),
      );
      const sql = services.database;
      const [jobs, sets, records] = [
        await seenIds(open, 'job', (job) => seesJob(sql, job, seeing)),
        await seenIds(open, 'changeSet', (set) => seesSet(sql, set, { ...seeing, resource })),
        await seenRecords(services, open, { ...seeing, resource }),
      ];
      return open.filter(
        ({ job, changeSet, record }) => jobs.has(job) || sets.has(changeSet) || records.has(record),
      );
    },
  );
  return new Set((await Promise.all(seen)).flat());
}

type Ids = ReadonlySet<string | null>;

async function seenIds(
  subjects: readonly Subject[],
  of: 'job' | 'changeSet',
  sees: (id: string) => Promise<boolean>,
): Promise<Ids> {
  const ids = new Set(subjects.flatMap((subject) => subject[of] ?? []));
  const seen = await Promise.all([...ids].map(async (id) => ((await sees(id)) ? [id] : [])));
  return new Set(seen.flat());
}

async function seenRecords(
  { store }: Acting['services'],
  subjects: readonly Subject[],
  { restriction, resource }: Seeing & { resource: Resource },
): Promise<Ids> {
  const ids = [...new Set(subjects.flatMap(({ record }) => record ?? []))];
  if (ids.length === 0 || !restriction) return new Set(ids);
  const found = await store.restrictedTo(restriction).findMany(resource, '_id', ids, []);
  return new Set(found.map(({ _id }) => _id));
}

/** Whether an import exists for somebody: it is their own, or they may do everything. */
export async function seesJob(sql: QueryRunner, id: string, seeing: Seeing): Promise<boolean> {
  const job = await getJob(sql, id);
  const resource = job && seeing.descriptor.resources.get(job.resource);
  return resource !== undefined && job?.kind === 'import' && hasJob(seeing, { job, resource });
}

/** Whether somebody sees the change set, and the threads of what it changed in a collection. */
export async function seesSet(
  sql: QueryRunner,
  id: string,
  { resource, ...seeing }: Seeing & { resource: Resource },
): Promise<boolean> {
  const { user, all, own } = threadReader(seeing, resource).sets;
  const isOwn = own.includes(resource.name);
  if (!isOwn && !all.includes(resource.name)) return false;
  return await hasChanged(sql, id, resource.name, isOwn ? user : undefined);
}
