import { requireEntry } from '../../../fields/require-entry.ts';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { findTransition, type Transition } from '../../../descriptor/rules/states.ts';
import { findListedField } from '../../../descriptor/system-fields.ts';
import { titleFields, titleFor } from '../../../descriptor/title.ts';
import { toChoices, type ChoiceSettings } from '../../../fields/type/choice-list.ts';
import type { Text } from '../../../fields/type/field.ts';
import type { Connection } from '../../connection/connection.ts';
import { findRecords } from '../../records/query/read.ts';
import type { Actor, StoredRecord } from '../../store.ts';
import type { WriteGuard } from '../../write-guard.ts';
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

async function mailStep(
  { connection, descriptor }: { connection: Connection; descriptor: Descriptor },
  resource: Resource,
  { label, step }: Transition,
  { before, after, by }: Change,
): Promise<void> {
  const paths = [...new Set([...step.mailTo, ...titleFields(resource)])];
  const parts = { connection, scope: { descriptor } };
  const [seen] = await findRecords(parts, resource, { values: [after._id], fields: paths });
  if (!seen) return;
  const data: Omit<MailData['stepTaken'], 'title'> = {
    collection: resource.label,
    step: label,
    from: stateText(resource, step.field, before),
    to: stateText(resource, step.field, after),
    by: await nameOf(connection, by.userId),
    path: `${resource.path}/details/${encodeURIComponent(after._id)}`,
  };
  const [otherwise = 'en'] = descriptor.app.languages;
  for (const { address, name, language, mayOpen } of await receivers(connection, {
    ...toReceivers(resource, step.mailTo, seen),
    actor: by.userId,
  }))
    await queueMail(connection, {
      kind: 'stepTaken',
      to: { address, name },
      language: language ?? otherwise,
      data: {
        ...data,
        title: titleFor(
          { language: language ?? otherwise, timeZone: resource.timeZone },
          resource,
          { ...after, ...seen },
        ),
        ...(!mayOpen && { path: null }),
      },
      dedupeKey: `stepTaken/${resource.name}/${after._id}/${after._version}/${step.field}/${address}`,
    });
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
  /** Whether the address belongs to a user, who can open the record. */
  mayOpen: boolean;
};

/**
 * Everyone once, users in their language. Users who cannot sign in get nothing, and neither does the person who took
 * the step.
 */
async function receivers(
  connection: Connection,
  { addresses, users, actor }: { addresses: string[]; users: string[]; actor: string | null },
): Promise<Receiver[]> {
  const accounts = await connection.rows<Receiver & { id: string; active: boolean }>(
    `select u._id as id, u.email as address, u.name, p.language, true as "mayOpen",
            u.status = 'confirmed' as active
       from "users" u left join backoffice.preferences p on p.user_id = u._id
      where u._id = any($1) or u.email = any($2) order by u._id`,
    [users, addresses],
  );
  const others = addresses.filter((one) => !accounts.some(({ address }) => address === one));
  return [
    ...accounts.filter(({ id, active }) => active && id !== actor),
    ...[...new Set(others)].map((address) => ({
      address,
      name: null,
      language: null,
      mayOpen: false,
    })),
  ];
}

async function nameOf(connection: Connection, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const find = 'select name from "users" where _id = $1';
  return (await connection.value<string | undefined>(find, [userId])) ?? null;
}

/** The state of a record in every language that it has a label in. */
function stateText(resource: Resource, name: string, record: StoredRecord): Text {
  const settings = requireEntry(resource.fields, name).settings as ChoiceSettings;
  const value = record[name];
  const { label } = toChoices(settings).find((choice) => choice.value === value) ?? {};
  return typeof label === 'object' ? label : { en: label ?? String(value) };
}
