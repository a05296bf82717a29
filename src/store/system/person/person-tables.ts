import type { PersonPart } from '../../../contract/people/person.ts';

/** What a system table has about a person. */
export type PersonTable = {
  table: string;
  /** What is exported of a row. Hashes, keys and tokens are never among it. */
  columns: string;
  /** The columns for the person, who may see only the fields of users whose names are in this parameter. */
  seenColumns?: (fields: string) => string;
  /** Which rows are about the person; `$1` is the `_id`, `$2` the address. */
  where: string;
  order: string;
};

/** A document of the history with only some of its fields. */
function onlyOf(column: string, fields: string): string {
  const some = `select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column}) where key = any(${fields}::text[])`;
  return `case when ${column} is not null then (${some}) end as ${column}`;
}

const auditColumns = `seq::text as id, at, action, actor, case when actor = $1 then address end as address,
  case when actor = $1 then session end as session, resource, record`;

/** Rows that name the person in this column. */
const rowsBy =
  (column: string) =>
  (table: string, order: string, columns: string): PersonTable => ({
    table,
    columns,
    where: `${column} = $1`,
    order,
  });
const [byUser, byOwner] = [rowsBy('user_id'), rowsBy('owner')];
const [byActor, byCreator] = [rowsBy('by'), rowsBy('created_by')];

/** The system tables in the file with a person's data. A test wants every other one in `tablesWithoutPeople`. */
export const personTables: Record<Exclude<PersonPart, 'references'>, PersonTable> = {
  ownChanges: {
    table: 'history',
    columns: 'at, by, operation, version, before, after, way',
    seenColumns: (fields) =>
      `at, by, operation, version, ${onlyOf('before', fields)}, ${onlyOf('after', fields)}, way`,
    where: `resource = 'users' and record_id = $1`,
    order: 'seq',
  },
  password: byUser('credentials', 'changed_at', 'changed_at as "changedAt"'),
  sessions: byUser(
    'sessions',
    'created_at',
    `id, created_at as "createdAt", used_at as "usedAt", expires_at as "expiresAt",
      ended_at as "endedAt", ended_because as "endedBecause", address, user_agent as "userAgent"`,
  ),
  factors: byUser(
    'factors',
    'created_at',
    `id, kind, name, site, created_at as "createdAt", confirmed_at as "confirmedAt", used_at as "usedAt"`,
  ),
  factorDeadline: byUser('factor_deadlines', 'at', 'at'),
  identities: byUser(
    'identities',
    'created_at',
    'id, provider, issuer, subject, email, created_at as "createdAt", used_at as "usedAt"',
  ),
  apiKeys: byUser(
    'api_keys',
    'created_at',
    `id, name, prefix, collections, addresses, rate, created_at as "createdAt",
      expires_at as "expiresAt", used_at as "usedAt", used_from as "usedFrom", revoked_at as "revokedAt"`,
  ),
  links: byUser(
    'tokens',
    'created_at',
    'kind, created_at as "createdAt", expires_at as "expiresAt"',
  ),
  confirmedAddress: byUser('proven_emails', 'at', 'email, at'),
  preferences: byUser('preferences', 'user_id', 'language, theme, inbox_mails as "inboxMails"'),
  settings: byUser('user_settings', 'key', 'key, value, updated_at as "updatedAt"'),
  views: byOwner(
    'views',
    'id',
    'id, resource, name, roles, people, settings, created_at as "createdAt", updated_at as "updatedAt"',
  ),
  recipes: byOwner(
    'recipes',
    'id',
    'id, resource, name, named, shared, roles, watched, version, request, used_at as "usedAt"',
  ),
  recipeVersions: {
    table: 'recipe_versions',
    columns: 'recipe, version, name, request, saved_at as "savedAt"',
    where: 'saved_by = $1',
    order: 'recipe, version',
  },
  failedSignIns: {
    table: 'failed_sign_ins',
    columns: 'count, last_at as "lastAt"',
    where: `account = sha256(convert_to($2, 'UTF8'))`,
    order: 'last_at',
  },
  // The network addresses and sessions of others are theirs.
  audit: {
    table: 'audit',
    columns: `${auditColumns}, detail`,
    seenColumns: (fields) =>
      `${auditColumns}, case when resource = 'users' and jsonb_typeof(detail -> 'fields') = 'array'
        then jsonb_set(detail, '{fields}', (select coalesce(jsonb_agg(f), '[]') from jsonb_array_elements_text(detail -> 'fields') f
          where f = any(${fields}::text[]))) else detail end as detail`,
    where: `(actor = $1 or (resource = 'users' and record = $1))`,
    order: 'seq',
  },
  mails: {
    table: 'outbox',
    columns: `id, kind, to_address as "to", to_name as name, language, subject, data, state,
      created_at as "createdAt", ended_at as "endedAt"`,
    where: 'to_address = $2',
    order: 'id',
  },
  changes: byActor(
    'history',
    'at, seq',
    'at, resource, record_id as "_id", operation, version, way, change_set as "changeSet"',
  ),
  changeSets: byActor('change_sets', 'at, id', 'id, at, way, resource, detail, undoes'),
  distinctDecisions: byActor(
    'distinct_pairs',
    'resource, first, second',
    'resource, first, second, at',
  ),
  structureDraft: {
    table: 'structure_drafts',
    columns: 'files, changes, created_at as "createdAt", updated_at as "updatedAt"',
    where: 'person = $1',
    order: 'person',
  },
  structureChanges: {
    table: 'plan',
    columns: 'seq, applied_at as "at", steps, undone_at as "undoneAt"',
    where: 'made_by = $1',
    order: 'seq',
  },
  webhooks: byCreator(
    'webhooks',
    'created_at, id',
    `id, name, url, coalesce(resources, array[resource]) as resources, events, created_at as "createdAt"`,
  ),
  jobs: byCreator(
    'jobs',
    'id',
    `id, kind, resource, state, file, request, summary, created_at as "createdAt", ended_at as "endedAt"`,
  ),
  files: byCreator(
    'files',
    'created_at, id',
    'id, name, title, type, size, created_at as "createdAt"',
  ),
  threads: byCreator(
    'threads',
    'created_at, id',
    `id, resource, record, fields, status, due, created_at as "createdAt"`,
  ),
  messages: byActor(
    'messages',
    'id',
    `id, thread, text, at, edited_at as "editedAt", removed_at as "removedAt"`,
  ),
  inbox: {
    table: 'inbox',
    // Without the record, which the person may see no longer.
    columns: 'id, kind, at, read_at as "readAt"',
    where: 'person = $1',
    order: 'id',
  },
  watches: {
    table: 'watches',
    columns: 'id, resource, record, created_at as "createdAt"',
    where: 'person = $1',
    order: 'id',
  },
  uploads: byCreator('uploads', 'id', 'id, name, size, received, created_at as "createdAt"'),
};

/** The system tables that are not in the file, and why. */
export const tablesWithoutPeople: Readonly<Record<string, string>> = {
  anonymised: 'has only pseudonyms',
  attempts: 'counts for some hours, under hashes of addresses and networks',
  backup_runs: 'when backups and rehearsals ended',
  blob_texts: 'the words of files; the files have them',
  blobs: 'the contents of files, of all uploaders',
  computed_fields: 'how far code has computed fields',
  descriptor: 'the configuration',
  file_uses: 'which records have a file',
  folder_files: 'which files of the import folder became jobs; the jobs have their people',
  hook_calls: 'work that waits for code of the installation, by `_id`, and is then deleted',
  idempotency_keys: 'answers to repeated requests, for a day',
  index_build: 'how long indexes took',
  job_chunks: 'the files of imports that an earlier version stored',
  job_files: 'which contents the imports have stored, as the person has them',
  job_rows: 'the results of the rows of imports and exports',
  key_uses: 'how many requests a key made in this minute',
  mail_texts: 'words of the installation; the audit says who changed them',
  presence: 'who has a record open, for some seconds',
  recovery_codes: 'hashes of secrets',
  sequences: 'the counters of numbered fields',
  slow_reads: 'how slow lists are',
  thread_reads: 'until when people have read threads; the inbox has what they have not',
  trash: 'which records are deleted',
  upkeep: 'when scheduled work began',
  view_sessions: 'who sees the app as whom, for an hour; the audit log has it',
  watch_cursor: 'up to where the history has been looked at',
  webhook_attempts:
    'what was sent to other systems, for some days; the records and their history have it',
  webhook_deliveries: 'which changes webhooks have sent, without values',
};
