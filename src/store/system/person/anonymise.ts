import { requireEntry } from '../../../fields/require-entry.ts';
import { type FormerTexts, type Pseudonym, replacePerson } from './replace-person.ts';
import { randomBytes } from 'node:crypto';
import type { Descriptor, Resource } from '../../../descriptor/descriptor.ts';
import { type Language, toLanguage } from '../../../fields/problems/languages.ts';
import type { Actor, QueryRunner, Store, WriteFailure } from '../../store.ts';
import { USERS } from '../account.ts';
import { removeKeysOf } from '../accounts/api-keys.ts';
import { removeCredentials } from '../accounts/credentials.ts';
import { eraseValues, knownFields } from '../past/erase.ts';

const formerUser: Record<Language, string> = { en: 'Former user', de: 'Ehemaliger Benutzer' };

function createPseudonym({ app }: Descriptor): Pseudonym {
  const number = randomBytes(4).toString('hex');
  const name = `${formerUser[toLanguage(app.languages[0] ?? 'en')]} ${number}`;
  return { name, email: `former-user-${number}@anonymised.invalid` };
}

export type Anonymisation = Pseudonym & {
  /** Fields that were emptied. */
  emptied: string[];
  /** Fields that must have a value, or are not about the person's words, and keep it. */
  kept: string[];
  /** The SHA-256 of files that nothing else uses; the caller removes their bytes. */
  blobs: string[];
};

/**
 * Puts a pseudonym in place of a person, in the transaction of `store`: in the record of the user with its history, in
 * the audit, in mails and in the logs of webhooks. References and changes keep the `_id`, so they lead to the pseudonym. What only the person
 * could use is deleted.
 */
export async function anonymise(
  store: Store,
  sql: QueryRunner,
  descriptor: Descriptor,
  { id, by }: { id: string; by: Actor },
): Promise<Anonymisation | WriteFailure> {
  const users = requireEntry(descriptor.resources, USERS);
  const pseudonym = createPseudonym(descriptor);
  const { name, email } = pseudonym;
  const former = await formerTexts(sql, users, id);
  await sql.query(
    'insert into backoffice.anonymised (user_id, name, email, by) values ($1, $2, $3, $4)',
    [id, name, email, by.userId],
  );
  const { emptied, kept } = sortFields(users);
  const cleared = Object.fromEntries(emptied.map((field) => [field, null]));
  const named: Record<string, string> = users.fields.has('name') ? { name, email } : { email };
  const values = { ...cleared, ...named, status: 'disabled' };
  const outcome = await store.update(users, id, '*', values, { ...by, partOf: 'anonymisation' });
  if ('failure' in outcome) return outcome;

  const past = await knownFields(sql, users, id);
  const fields = [...(past ?? [])].filter((field) => !isAboutAccount(users, field));
  const erased = await eraseValues(sql, descriptor, { resource: users, id, fields, whole: false });
  await nameHistory(sql, id, named);
  await removeBelongings(sql, id, former.addresses);
  await replacePerson(sql, id, former, pseudonym);
  return { ...pseudonym, emptied, kept, blobs: erased.blobs };
}

/** Role and status say nothing about a person, and explain the past. */
function isAboutAccount(users: Resource, field: string): boolean {
  return field === 'role' || field === 'status' || users.fields.get(field)?.numbering !== undefined;
}

function sortFields(users: Resource): Pick<Anonymisation, 'emptied' | 'kept'> {
  const others = [...users.fields.values()].filter(
    ({ name, computed, computedInCode }) =>
      computed === undefined &&
      !computedInCode &&
      !['name', 'email', 'status'].includes(name) &&
      !isAboutAccount(users, name),
  );
  const isKept = ({ name, required }: (typeof others)[number]): boolean =>
    required || users.states.has(name);
  return {
    emptied: others.filter((field) => !isKept(field)).map(({ name }) => name),
    kept: others.filter(isKept).map(({ name }) => name),
  };
}

async function formerTexts(sql: QueryRunner, users: Resource, id: string): Promise<FormerTexts> {
  const hasName = users.fields.has('name');
  const rows = await sql.rows<{ name: string | null; email: string | null }>(
    `select ${hasName ? '"name"' : 'null'} as name, "email" as email from "users" where _id = $1
     union select d->>'name', d->>'email' from backoffice.history h, unnest(array[h.before, h.after]) d
       where h.resource = 'users' and h.record_id = $1
     union select actor_name, actor_email from backoffice.audit where actor = $1
     union select about_name, about_email from backoffice.audit where resource = 'users' and record = $1`,
    [id],
  );
  const distinct = (texts: (string | null)[]) => [
    ...new Set(texts.filter((text): text is string => Boolean(text))),
  ];
  return {
    names: distinct(rows.map(({ name }) => name)),
    addresses: distinct(rows.map(({ email }) => email)),
  };
}

/**
 * Erasing has emptied the name and the address in the history; the pseudonym takes their place. `erased` is never null
 * afterwards, by which webhooks see that it was rewritten.
 */
async function nameHistory(
  sql: QueryRunner,
  id: string,
  named: Readonly<Record<string, string>>,
): Promise<void> {
  const doc = (column: string) =>
    `${column} || (select coalesce(jsonb_object_agg(e.key, e.value), '{}')
       from jsonb_each($2::jsonb) e where ${column} ? e.key)`;
  await sql.query(
    `update backoffice.history h set before = ${doc('before')}, after = ${doc('after')},
       erased = array(select f from unnest(erased) f where not $2::jsonb ? f)
     where resource = 'users' and record_id = $1`,
    [id, JSON.stringify(named)],
  );
}

/** Deletes what only the person could use. Their shared views stay, without an owner. */
async function removeBelongings(
  sql: QueryRunner,
  id: string,
  addresses: readonly string[],
): Promise<void> {
  await removeCredentials(sql, id);
  await removeKeysOf(sql, id);
  for (const table of ['sessions', 'presence', 'idempotency_keys'])
    await sql.query(`delete from backoffice.${table} where user_id = $1`, [id]);
  await sql.query(
    `delete from backoffice.recipes where owner = $1 and not shared and roles = '{}'`,
    [id],
  );
  await sql.query(
    `delete from backoffice.failed_sign_ins f using unnest($1::text[]) a
     where f.account = sha256(convert_to(a, 'UTF8'))`,
    [addresses],
  );
}
