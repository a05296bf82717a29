import { requireEntry } from '../../../fields/require-entry.ts';
import { mayRead } from '../../../descriptor/access.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { rowFilters } from '../../../descriptor/filter/row-filters.ts';
import { findTransition, type Transition } from '../../../descriptor/rules/states.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import { namingFields, titleFor } from '../../../descriptor/title.ts';
import { toChoices, type ChoiceSettings } from '../../../fields/type/choice-list.ts';
import type { Text } from '../../../fields/type/field.ts';
import type { Connection } from '../../connection/connection.ts';
import { findRecords } from '../../records/query/read.ts';
import type { Actor, StoredRecord } from '../../store.ts';
import type { WriteGuard } from '../../write-guard.ts';
import { descriptorOfKey, type NarrowingKey } from '../key-descriptor.ts';
import { queueMail, type MailData } from './queue-mail.ts';

/**
 * Mails the steps between states that declare a mail, in the transaction of the write. Undefined for resources
 * without such steps, so that their writes need no transaction of their own.
 */
export function stepMails(
  descriptor: () => Descriptor,
  resource: Resource,
): WriteGuard | undefined {
  const hasMails = [...resource.states.values()].some(({ transitions }) =>
    transitions.some(({ step }) => step.mailTo.length > 0),
  );
  if (!hasMails) return undefined;
  return async (connection, { before, after, by }) => {
    // What is taken back is no step.
    if (!before || !after || by.way === 'undo' || by.way === 'restore') return [];
    for (const name of resource.states.keys()) {
      const action = findTransition(resource, name, before[name], after[name]);
      if (action && action.step.mailTo.length > 0)
        await mailStep({ connection, descriptor: descriptor() }, resource, action, {
          before,
          after,
          by,
        });
    }
    return [];
  };
}

type Change = { before: StoredRecord; after: StoredRecord; by: Actor };

type StepParts = { connection: Connection; descriptor: Descriptor };

/** Whose rights count. The key of a program narrows those of its owner. */
type Reader = { id: string; role: string; key?: NarrowingKey | null };

async function mailStep(
  parts: StepParts,
  resource: Resource,
  { label, step }: Transition,
  { before, after, by }: Change,
): Promise<void> {
  const { connection, descriptor } = parts;
  const wanted = { values: [after._id], fields: [...step.mailTo] };
  const [named] = await findRecords({ connection, scope: { descriptor } }, resource, wanted);
  if (!named) return;
  const actor = await findActor(connection, by);
  const data: Omit<MailData['stepTaken'], 'title' | 'path'> = {
    collection: resource.label,
    step: label,
    from: stateText(resource, step.field, before),
    to: stateText(resource, step.field, after),
    by: actor?.name ?? null,
  };
  const path = `${resource.path}/details/${encodeURIComponent(after._id)}`;
  const [otherwise = 'en'] = descriptor.app.languages;
  for (const { address, name, language, account } of await receivers(connection, {
    ...toReceivers(resource, step.mailTo, named),
    actor: by.userId,
  })) {
    // Others have no rights of their own: they learn what the person, or the key, may read that took the step.
    const seen = await readTitle(parts, resource, {
      id: after._id,
      reader: account ?? actor,
      // That person may no longer see the record.
      isLimited: account !== null,
    });
    if (!seen || (account && !mayRead(descriptor, account.role, resource, step.field))) continue;
    const style = { language: language ?? otherwise, timeZone: resource.timeZone };
    await queueMail(connection, {
      kind: 'stepTaken',
      to: { address, name },
      language: style.language,
      data: { ...data, title: titleFor(style, resource, seen), path: account ? path : null },
      dedupeKey: `stepTaken/${resource.name}/${after._id}/${after._version}/${step.field}/${address}`,
    });
  }
}

/** What a reader, or else the system, may read of the record's title. `isLimited`: only of a record they may see. */
async function readTitle(
  { connection, descriptor }: StepParts,
  resource: Resource,
  { id, reader, isLimited }: { id: string; reader: Reader | undefined; isLimited: boolean },
): Promise<StoredRecord | undefined> {
  const own = reader?.key ? descriptorOfKey(descriptor, reader.role, reader.key) : descriptor;
  const fields = namingFields(resource).filter(
    (name) => !reader || mayRead(own, reader.role, resource, name),
  );
  const { timeZone } = descriptor.app;
  const rowsOf = (of: Resource) =>
    reader &&
    rowFilters(own, { role: reader.role, userId: reader.id, now: new Date(), timeZone }, of);
  const see = isLimited ? rowsOf(resource)?.see : undefined;
  const wanted = { values: [id], fields, see };
  const [record] = await findRecords(
    { connection, scope: { descriptor, rowsOf } },
    resource,
    wanted,
  );
  return record;
}

/** The users and the addresses that the paths lead to. */
function toReceivers(resource: Resource, paths: readonly string[], record: StoredRecord) {
  const sources = paths.map((path) => {
    const isAddress = findListedField(resource, path)?.kind.isAddress === true;
    return { isAddress, values: [record[path] ?? []].flat() as string[] };
  });
  const valuesOf = (isAddress: boolean) =>
    sources.flatMap((each) => (each.isAddress === isAddress ? each.values : []));
  return { addresses: valuesOf(true), users: valuesOf(false) };
}

type Receiver = {
  address: string;
  name: string | null;
  language: string | null;
  /** The user whose address it is. */
  account: Reader | null;
};

/**
 * Everyone once, users in their language. Users who cannot sign in get nothing, and neither does the person who took
 * the step.
 */
async function receivers(
  connection: Connection,
  { addresses, users, actor }: { addresses: string[]; users: string[]; actor: string | null },
): Promise<Receiver[]> {
  type User = Receiver & { account: Reader; active: boolean };
  const accounts = await connection.rows<User>(
    `select u.email as address, u.name, p.language, u.status = 'confirmed' as active,
            json_build_object('id', u._id, 'role', u.role) as account
       from "users" u left join backoffice.preferences p on p.user_id = u._id
      where u._id = any($1) or u.email = any($2) order by u._id`,
    [users, addresses],
  );
  const others = addresses.filter((one) => !accounts.some(({ address }) => address === one));
  return [
    ...accounts.filter(({ account, active }) => active && account.id !== actor),
    ...[...new Set(others)].map((address) => ({
      address,
      name: null,
      language: null,
      account: null,
    })),
  ];
}

async function findActor(
  connection: Connection,
  { userId, key }: Actor,
): Promise<(Reader & { name: string | null }) | undefined> {
  if (userId === null) return undefined;
  const find = `select u._id as id, u.role, u.name,
      (select json_build_object('id', k.id, 'name', k.name, 'grants', k.collections)
         from backoffice.api_keys k where k.id = $2) as key
    from "users" u where u._id = $1`;
  return await connection.first<Reader & { name: string | null }>(find, [userId, key ?? null]);
}

/** The state of a record in every language that it has a label in. */
function stateText(resource: Resource, name: string, record: StoredRecord): Text {
  const settings = requireEntry(resource.fields, name).settings as ChoiceSettings;
  const value = record[name];
  const { label } = toChoices(settings).find((choice) => choice.value === value) ?? {};
  return typeof label === 'object' ? label : { en: label ?? String(value) };
}
