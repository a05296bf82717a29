import type { QueryRunner } from '../../store.ts';
import { statement } from '../../connection/statement.ts';

/** The names and addresses that a person has or had. */
export type FormerTexts = { names: string[]; addresses: string[] };

/** What stands for a person who was anonymised. `.invalid` never receives mail (RFC 2606). */
export type Pseudonym = { name: string; email: string };

/** Replaces the names and addresses of a person in the audit, in the outbox, in the logs of webhooks and in messages. */
export async function replacePerson(
  sql: QueryRunner,
  id: string,
  former: FormerTexts,
  pseudonym: Pseudonym,
): Promise<void> {
  const replacing = toReplacing(former, pseudonym);
  await replaceInAudit(sql, id, replacing, pseudonym);
  await replaceInOutbox(sql, former.addresses, replacing, pseudonym);
  await replaceInWebhookLogs(sql, replacing);
  await replaceInMessages(sql, replacing);
}

type Replacing = {
  /** The parameters of `backoffice.replace_texts`. */
  texts: readonly [wholes: string[], whole: string, parts: string[], instead: string[]];
  /** Texts by which a row is found, as they are and as JSON and addresses of pages write them. */
  marks: string[];
};

/**
 * A name stands for a person where it is the whole text. Within a text, only a name of several words does; `May` could
 * be anything there.
 */
function toReplacing({ names, addresses }: FormerTexts, { name, email }: Pseudonym): Replacing {
  const fullNames = names.filter((each) => /\S\s+\S/.test(each));
  const encoded = addresses.map((each) => encodeURIComponent(each));
  const patterns = [
    ...[...addresses, ...encoded].map(addressPattern),
    ...fullNames.map(namePattern),
  ];
  const instead = patterns.map((_, index) => (index < 2 * addresses.length ? email : name));
  const marks = [...names, ...addresses, ...encoded];
  return {
    texts: [names, name, patterns, instead],
    marks: [...new Set([...marks, ...marks.map((mark) => JSON.stringify(mark).slice(1, -1))])],
  };
}

/** Not within a longer address: `ann@example.org` is not part of `joann@example.org`. */
function addressPattern(address: string): string {
  return `(?:(?<![\\w.+-])|(?<=%[0-9A-F]{2}))${escapePattern(address)}(?![\\w-]|\\.\\w)`;
}

function namePattern(name: string): string {
  return `(?<!\\w)${escapePattern(name)}(?!\\w)`;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`);
}

/** Whether a text mentions the person, so that only these rows are written. */
function mentions(text: string, marks: string): string {
  return `exists (select from unnest(${marks}::text[]) m where strpos(${text}, m) > 0)`;
}

/** Entries that may mention anybody, besides those about the person or by them. */
const mentioning = ['mailRetried', 'exported', 'changesUndone', 'configurationApplied'];

const about = `a.resource = 'users' and a.record = $1`;

const replaceInAudit = statement.run<[id: string, replacing: Replacing, pseudonym: Pseudonym]>(
  `update backoffice.audit a set
     actor_name = case when a.actor = $1 and a.actor_name is not null then $2 else a.actor_name end,
     actor_email = case when a.actor = $1 and a.actor_email is not null then $3 else a.actor_email end,
     about_name = case when ${about} and a.about_name is not null then $2 else a.about_name end,
     about_email = case when ${about} and a.about_email is not null then $3 else a.about_email end,
     detail = backoffice.replace_texts(a.detail, $4, $5, $6, $7)
   where a.actor = $1 or (${about}) or (a.action = any($8) and ${mentions('a.detail::text', '$9')})`,
  (id, { texts, marks }, { name, email }) => [id, name, email, ...texts, mentioning, marks],
);

/** Waiting mails to the person can no longer arrive, so they are deleted. */
async function replaceInOutbox(
  sql: QueryRunner,
  addresses: readonly string[],
  { texts, marks }: Replacing,
  { name, email }: Pseudonym,
): Promise<void> {
  await sql.query(
    `delete from backoffice.outbox where to_address = any($1) and state = 'waiting'`,
    [addresses],
  );
  const replaced = (text: string) =>
    `backoffice.replace_texts(to_jsonb(${text}), $4, $5, $6, $7) #>> '{}'`;
  await sql.query(
    `update backoffice.outbox set
       to_address = case when to_address = any($1) then $3 else to_address end,
       to_name = case when to_address = any($1) and to_name is not null then $2 else to_name end,
       token = case when to_address = any($1) then null else token end,
       good_until = case when to_address = any($1) then now() else good_until end,
       data = backoffice.replace_texts(data, $4, $5, $6, $7), subject = ${replaced('subject')},
       error = ${replaced('error')}, dedupe_key = ${replaced('dedupe_key')}
     where ${mentions("concat_ws(' ', to_address, data::text, subject, error, dedupe_key)", '$8')}`,
    [addresses, name, email, ...texts, marks],
  );
}

/** What webhooks sent and were answered; receivers may name anybody. Headers and addresses are those of webhooks. */
async function replaceInWebhookLogs(sql: QueryRunner, { texts, marks }: Replacing): Promise<void> {
  const replaced = (text: string) =>
    `backoffice.replace_texts(to_jsonb(${text}), $1, $2, $3, $4) #>> '{}'`;
  await sql.query(
    `update backoffice.webhook_attempts set
       body = backoffice.replace_texts(body::jsonb, $1, $2, $3, $4)::text, answer = ${replaced('answer')},
       detail = ${replaced('detail')}
     where ${mentions("concat_ws(' ', body, answer, detail)", '$5')}`,
    [...texts, marks],
  );
}

/** What people wrote in threads. */
const replaceInMessages = statement.run<[replacing: Replacing]>(
  `update backoffice.messages set text = backoffice.replace_texts(to_jsonb(text), $1, $2, $3, $4) #>> '{}'
   where ${mentions('text', '$5')}`,
  ({ texts, marks }) => [...texts, marks],
);
