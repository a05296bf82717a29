import type { CountKey } from '../../../fields/problems/plan-texts.ts';
import { isObject } from '../../../descriptor/json-object.ts';
import { quoteText } from '../../connection/sql.ts';
import {
  renameGrants,
  renameImport,
  renameLayout,
  renameSetting,
  renameEntry,
  renameWebhook,
} from './rename-documents.ts';
import {
  distinguish,
  move,
  moveFileUses,
  moveInFields,
  replace,
  replaceField,
} from './move-rows.ts';
import type { Renaming } from '../../../descriptor/names/renaming.ts';

/** How a table follows when a collection or a field gets another name: statements that move its rows. */
type RowMover = {
  columns: readonly string[];
  collection(from: string, to: string): readonly string[];
  field?(resource: string, from: string, to: string): readonly string[];
};

/** Some columns of a row, by name. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** How documents follow: values that name fields, choices or collections inside. */
type DocumentMover = {
  /** One and several, for the plan. */
  noun: CountKey;
  /** The primary key. */
  key: readonly string[];
  /** Which rows; absent: all. */
  rows?: string;
  /** What `rename` reads besides the key. */
  reads?: readonly string[];
  /** The columns that it writes, with their types. */
  writes: Readonly<Record<string, 'jsonb' | 'json text' | 'text' | 'text[]'>>;
  rename(names: Renaming, row: StoredRow): StoredRow;
};

/**
 * Everything stored besides the records that names a collection or a field, by table. A test reads the columns of our
 * tables and fails when one that may have names is neither here nor in `unmovedNames`.
 */
export const rowMovers: Readonly<Record<string, RowMover>> = {
  history: {
    columns: ['resource', 'before', 'after', 'erased'],
    collection: move('history'),
    field: (resource, from, to) => {
      const [one, other] = [quoteText(from), quoteText(to)];
      const side = (name: string): string =>
        `${name} = case when ${name} ? ${one} then (${name} - ${one}) || jsonb_build_object(${other}, ${name} -> ${one}) else ${name} end`;
      return [
        `update backoffice.history set ${side('before')}, ${side('after')}, erased = array_replace(erased, ${one}, ${other}) ` +
          `where resource = ${quoteText(resource)} and (before ? ${one} or after ? ${one} or ${one} = any(erased))`,
      ];
    },
  },
  change_sets: { columns: ['resource'], collection: move('change_sets') },
  // A dropped collection may have left the same `_id` in the trash under the new name; that one stays.
  trash: {
    columns: ['resource'],
    collection: (from, to) => [
      `update backoffice.trash t set resource = ${quoteText(to)} where resource = ${quoteText(from)}
         and not exists (select from backoffice.trash o where o.resource = ${quoteText(to)} and o.record_id = t.record_id)`,
    ],
  },
  // Names again what a dropped collection of this name has left.
  distinct_pairs: { columns: ['resource'], collection: replace('distinct_pairs') },
  // Numbers go on under the new name; what a dropped field or collection of that name has left goes.
  sequences: {
    columns: ['resource', 'field'],
    collection: replace('sequences'),
    field: replaceField('sequences'),
  },
  computed_fields: {
    columns: ['resource', 'field'],
    collection: replace('computed_fields'),
    field: replaceField('computed_fields'),
  },
  file_uses: {
    columns: ['resource', 'field'],
    collection: (from, to) => moveFileUses('resource', from, to),
    field: (resource, from, to) =>
      moveFileUses('field', from, to, ` and u.resource = ${quoteText(resource)}`),
  },
  uploads: {
    columns: ['resource', 'field'],
    collection: move('uploads'),
    field: (resource, from, to) => [
      `update backoffice.uploads set field = ${quoteText(to)} where field = ${quoteText(from)} and resource = ${quoteText(resource)}`,
    ],
  },
  hook_calls: { columns: ['resource'], collection: move('hook_calls') },
  // Of a dropped collection of the new name, only its name is left in the list.
  webhooks: {
    columns: ['resource', 'resources'],
    collection: (from, to) => [
      ...move('webhooks')(from, to),
      `update backoffice.webhooks
         set resources = array_replace(array_remove(resources, ${quoteText(to)}), ${quoteText(from)}, ${quoteText(to)})
         where ${quoteText(from)} = any(resources)`,
    ],
  },
  webhook_deliveries: { columns: ['resource'], collection: move('webhook_deliveries') },
  threads: {
    columns: ['resource', 'fields', 'place'],
    collection: move('threads'),
    field: (resource, from, to) => {
      const [one, other, of] = [from, to, resource].map(quoteText);
      return [
        ...moveInFields('threads')(resource, from, to),
        `update backoffice.threads t set place = jsonb_set(t.place, '{cells}', (
           select jsonb_agg(case when c ->> 'field' = ${one} then jsonb_set(c, '{field}', to_jsonb(${other}::text)) else c end)
           from jsonb_array_elements(t.place -> 'cells') c)) where t.resource = ${of} and t.place ? 'cells'`,
      ];
    },
  },
  inbox: { columns: ['resource'], collection: move('inbox') },
  watches: {
    columns: ['resource', 'fields'],
    collection: replace('watches'),
    field: moveInFields('watches'),
  },
  jobs: { columns: ['resource'], collection: move('jobs') },
  folder_files: { columns: ['resource'], collection: replace('folder_files') },
  presence: { columns: ['resource'], collection: move('presence') },
  // A dropped collection of this name may have left views and recipes with the same names.
  views: {
    columns: ['resource'],
    collection: (from, to) => [
      distinguish(
        'views',
        from,
        to,
        (name) => `o.owner is not distinct from t.owner and o.name = ${name}`,
      ),
      ...move('views')(from, to),
    ],
  },
  recipes: {
    columns: ['resource'],
    collection: (from, to) => [
      distinguish('recipes', from, to, (name) => `lower(o.name) = lower(${name})`),
      ...move('recipes')(from, to),
    ],
  },
};

export const documentMovers: Readonly<Record<string, DocumentMover>> = {
  views: {
    noun: 'savedViews',
    key: ['id'],
    reads: ['resource'],
    writes: { settings: 'json text' },
    rename: (names, { resource, settings }) => ({
      settings: isObject(settings) ? renameLayout(names, String(resource), settings) : settings,
    }),
  },
  recipes: {
    noun: 'importRecipes',
    key: ['id'],
    reads: ['resource'],
    writes: { request: 'jsonb' },
    rename: renameRequest,
  },
  recipe_versions: {
    noun: 'recipeVersions',
    key: ['recipe', 'version'],
    reads: ['(select r.resource from backoffice.recipes r where r.id = recipe) as resource'],
    writes: { request: 'jsonb' },
    rename: renameRequest,
  },
  jobs: {
    noun: 'importJobs',
    key: ['id'],
    reads: ['resource'],
    writes: { request: 'jsonb' },
    rename: renameRequest,
  },
  user_settings: {
    noun: 'preferences',
    key: ['user_id', 'key'],
    writes: { key: 'text', value: 'json text' },
    rename: (names, { key, value }) => renameSetting(names, { key: String(key), value }),
  },
  webhooks: {
    noun: 'webhooks',
    key: ['id'],
    reads: ['resource'],
    writes: { filter: 'jsonb', fields: 'text[]' },
    rename: (names, { resource, filter, fields }) =>
      renameWebhook(names, String(resource), { filter, fields }),
  },
  tokens: {
    noun: 'formEntries',
    key: ['hash'],
    rows: `kind = 'publicEntry'`,
    writes: { detail: 'jsonb' },
    rename: (names, { detail }) => ({
      detail: isObject(detail) ? renameEntry(names, detail) : detail,
    }),
  },
  api_keys: {
    noun: 'apiKeys',
    key: ['id'],
    writes: { collections: 'jsonb' },
    rename: (names, { collections }) => ({
      collections: isObject(collections) ? renameGrants(names, collections) : collections,
    }),
  },
};

/** Columns whose type or name suggests that they have names, and why they do not follow. */
export const unmovedNames: Readonly<Record<string, string>> = {
  'audit.resource': 'The audit takes additions only; it says what happened under the name of then.',
  'audit.detail': 'As `audit.resource`.',
  'change_sets.detail': 'Counts, a file name and the identifiers of records.',
  'descriptor.source': 'A descriptor as it was applied.',
  'descriptor.files': 'As `descriptor.source`.',
  'descriptor.steps': 'What was done then, for people.',
  'structure_drafts.files': 'Texts that a person is writing; they see what was renamed meanwhile.',
  'structure_drafts.base': 'The texts that the person began from.',
  'plan.steps': 'What was done then, for people.',
  'plan.texts': 'As `plan.steps`, in every language.',
  'plan.undo': 'The names that undoing leads back to.',
  'plan.files_before': 'The texts that undoing leads back to.',
  'plan.files_after': 'The texts as they were applied.',
  'inbox.detail': 'Numbers of changes, and the identifiers of jobs and views.',
  'jobs.file': 'The name and the columns of a file.',
  'jobs.summary': 'Counts.',
  'jobs.reason': 'A problem as it was answered.',
  'job_rows.detail': 'What a job reported about its rows; an undo reads the history instead.',
  'history.key': 'The API key that made the change.',
  'hook_calls.records': 'The records of the change as they were; a hook receives them so.',
  'hook_calls.by': 'Who made the change.',
  'outbox.data': 'The text of a mail; the addresses in it lead on to the new name.',
  'preferences.inbox_mails': 'When kinds of inbox entries are mailed.',
  'idempotency_keys.route': 'A route of the last day; its answer is that of then.',
  'idempotency_keys.key': 'A key that a client made up.',
  'attempts.key': 'An address or account.',
  'slow_reads.resource':
    'Advice about an index, which the next slow read gives under the new name.',
  'slow_reads.path': 'As `slow_reads.resource`.',
  'webhook_attempts.headers': 'What was sent.',
};

function renameRequest(names: Renaming, { resource, request }: StoredRow): StoredRow {
  return {
    request: isObject(request) ? renameImport(names, String(resource), request) : request,
  };
}
