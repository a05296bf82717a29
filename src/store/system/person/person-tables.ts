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
  password: {
    table: 'credentials',
    columns: 'changed_at as "changedAt"',
    where: 'user_id = $1',
    order: 'changed_at',
  },
  sessions: {
    table: 'sessions',
    columns: `id, created_at as "createdAt", used_at as "usedAt", expires_at as "expiresAt",
      ended_at as "endedAt", ended_because as "endedBecause", address, user_agent as "userAgent"`,
    where: 'user_id = $1',
    order: 'created_at',
  },
  factors: {
    table: 'factors',
    columns: `id, kind, name, site, created_at as "createdAt", confirmed_at as "confirmedAt", used_at as "usedAt"`,
    where: 'user_id = $1',
    order: 'created_at',
  },
  factorDeadline: {
    table: 'factor_deadlines',
    columns: 'at',
    where: 'user_id = $1',
    order: 'at',
  },
  identities: {
    table: 'identities',
    columns: 'id, provider, issuer, subject, email, created_at as "createdAt", used_at as "usedAt"',
    where: 'user_id = $1',
    order: 'created_at',
  },
  apiKeys: {
    table: 'api_keys',
    columns: `id, name, prefix, collections, addresses, rate, created_at as "createdAt",
      expires_at as "expiresAt", used_at as "usedAt", used_from as "usedFrom", revoked_at as "revokedAt"`,
    where: 'user_id = $1',
    order: 'created_at',
  },
  links: {
    table: 'tokens',
    columns: 'kind, created_at as "createdAt", expires_at as "expiresAt"',
    where: 'user_id = $1',
    order: 'created_at',
  },
  confirmedAddress: {
    table: 'proven_emails',
    columns: 'email, at',
    where: 'user_id = $1',
    order: 'at',
  },
  preferences: {
    table: 'preferences',
    columns: 'language, theme',
    where: 'user_id = $1',
    order: 'user_id',
  },
  settings: {
    table: 'user_settings',
    columns: 'key, value, updated_at as "updatedAt"',
    where: 'user_id = $1',
    order: 'key',
  },
  views: {
    table: 'views',
    columns:
      'id, resource, name, roles, settings, created_at as "createdAt", updated_at as "updatedAt"',
    where: 'owner = $1',
    order: 'id',
  },
  recipes: {
    table: 'recipes',
    columns:
      'id, resource, name, named, shared, roles, watched, version, request, used_at as "usedAt"',
    where: 'owner = $1',
    order: 'id',
  },
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
  changes: {
    table: 'history',
    columns: 'at, resource, record_id as "_id", operation, version, way, change_set as "changeSet"',
    where: 'by = $1',
    order: 'at, seq',
  },
  changeSets: {
    table: 'change_sets',
    columns: 'id, at, way, resource, detail, undoes',
    where: 'by = $1',
    order: 'at, id',
  },
  distinctDecisions: {
    table: 'distinct_pairs',
    columns: 'resource, first, second, at',
    where: 'by = $1',
    order: 'resource, first, second',
  },
  webhooks: {
    table: 'webhooks',
    columns: `id, name, url, coalesce(resources, array[resource]) as resources, events, created_at as "createdAt"`,
    where: 'created_by = $1',
    order: 'created_at, id',
  },
  jobs: {
    table: 'jobs',
    columns: `id, kind, resource, state, file, request, summary, created_at as "createdAt", ended_at as "endedAt"`,
    where: 'created_by = $1',
    order: 'id',
  },
  files: {
    table: 'files',
    columns: 'id, name, title, type, size, created_at as "createdAt"',
    where: 'created_by = $1',
    order: 'created_at, id',
  },
  uploads: {
    table: 'uploads',
    columns: 'id, name, size, received, created_at as "createdAt"',
    where: 'created_by = $1',
    order: 'id',
  },
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
  plan: 'changes of the configuration',
  presence: 'who has a record open, for some seconds',
  recovery_codes: 'hashes of secrets',
  sequences: 'the counters of numbered fields',
  slow_reads: 'how slow lists are',
  trash: 'which records are deleted',
  upkeep: 'when scheduled work began',
  webhook_attempts:
    'what was sent to other systems, for some days; the records and their history have it',
  webhook_deliveries: 'which changes webhooks have sent, without values',
};
