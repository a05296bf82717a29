import type { FormField, FormView } from '../../contract/public-form.ts';
import type { Resource } from '../../descriptor/descriptor.ts';
import {
  fieldsOfFilter,
  resolveFilter,
  type DeclaredFilter,
} from '../../descriptor/filter/declared-filter.ts';
import { evaluateFilter } from '../../descriptor/filter/evaluate-filter.ts';
import type { Filter } from '../../descriptor/filter/filter.ts';
import { parseListQuery } from '../../descriptor/filter/query.ts';
import { defaultOf, isDerivedDefault, pathsOf } from '../../descriptor/filter/tokens.ts';
import { findLookup, splitPath } from '../../descriptor/lookups.ts';
import { publicRole } from '../../descriptor/permissions/as-public.ts';
import { namingFields, titleFor, writeValue } from '../../descriptor/title.ts';
import type { Column } from '../../fields/type/field-type.ts';
import type { Field, Text } from '../../fields/type/field.ts';
import { acceptedTypes, type FileSettings } from '../../fields/files/file-settings.ts';
import { textIn } from '../../fields/problems/localized-text.ts';
import { requireEntry } from '../../fields/require-entry.ts';
import { headOf } from '../../fields/text/head-of-path.ts';
import { momentOf } from '../../services/acting.ts';
import { parseRecords } from '../../store/memory/free-memory.ts';
import type { Call } from '../http/call.ts';
import { toBodySchema } from '../http/operation/schemas.ts';
import { mostVisitorBytes } from './upload-file.ts';
import { type OpenForm, TRAP } from './write-entry.ts';

/** The most records that a reference of a form offers. */
const MOST_OFFERED = 200;

/** A form as its page shows it, with the published records that its references offer. */
export async function describeForm(call: Call, open: OpenForm): Promise<FormView> {
  const fields: FormField[] = [];
  for (const name of open.form.fields)
    fields.push(await describeField(call, open, requireEntry(open.resource.fields, name)));
  const { label, timeZone } = open.resource;
  const isConfirmed = open.form.confirm !== undefined;
  return { label, isConfirmed, trap: TRAP, timeZone, fields };
}

async function describeField(call: Call, open: OpenForm, field: Field): Promise<FormField> {
  const { name, label, help, kind, settings, required } = field;
  const column = kind.column(settings);
  const options = await optionsOf(call, open, field);
  const plain = kind.files ? 'file' : inputOf(field, column);
  const { maxLength } = toBodySchema(kind.value(settings)) as { maxLength?: number };
  return {
    name,
    label,
    ...(help && { help }),
    input: options ? 'choice' : plain,
    many: column.many === true,
    required,
    ...(maxLength !== undefined && { maxLength }),
    ...(options && { options }),
    ...(kind.files && fileLimits(field)),
    preset: defaultOf(field, momentOf(call)) ?? null,
    ...(isDerived(open, field) && { isDerived: true }),
    ...conditionsOf(call, open, name),
  };
}

/** Whether a visitor who leaves a field out gets a value that is derived from published ones. */
function isDerived({ seen, narrowed }: OpenForm, field: Field): boolean {
  const isSeen = (path: string): boolean =>
    narrowed.fields.has(headOf(path)) &&
    (splitPath(path)[1] === '' || findLookup(seen.resources, narrowed, path) !== undefined);
  return isDerivedDefault(field) && pathsOf(field).every(isSeen);
}

/** What the browser can check of a file before it sends it. */
function fileLimits({ settings }: Field): Pick<FormField, 'accept' | 'maxBytes'> {
  const accept = acceptedTypes(settings as FileSettings);
  return { ...(accept && { accept }), maxBytes: mostVisitorBytes(settings) };
}

function inputOf({ kind, settings }: Field, { sql, many, long }: Column): FormField['input'] {
  if (many) return 'text';
  if (kind.isAddress) return 'email';
  if (sql === 'text' && long && settings['multiline'] !== false) return 'multiline';
  if ((sql === 'bigint' || sql === 'double precision') && !kind.text.isSpelled) return 'number';
  if (sql === 'boolean' || sql === 'date') return sql;
  return sql === 'timestamptz' ? 'datetime' : 'text';
}

/** The conditions under which a field is shown or required, as far as the form has the fields that they read. */
function conditionsOf(call: Call, { form, resource }: OpenForm, name: string) {
  const { shown, required } = resource.conditions.get(name) ?? {};
  const toFilter = (declared: DeclaredFilter) => resolveFilter(declared, momentOf(call));
  const isJudged = (declared?: DeclaredFilter): declared is DeclaredFilter =>
    declared !== undefined && fieldsOfFilter(declared).every((each) => form.fields.includes(each));
  return {
    ...(isJudged(shown) && { shown: toFilter(shown) }),
    ...(isJudged(required) && { demanded: toFilter(required) }),
  };
}

/** What a field offers: `note` has the published counts of a record, such as its free places. */
type Offered = { value: string | number; label: Text; note?: Text };

async function optionsOf(call: Call, open: OpenForm, field: Field): Promise<FormField['options']> {
  const offered = await findOffered(call, open, field);
  if (!offered) return undefined;
  const accepted = await findAccepted(call, open, field, offered);
  return offered.map(({ value, label, note = label }, at) =>
    accepted[at] ? { value, label: note } : { value, label, isTaken: true as const },
  );
}

/** Which options the condition of the form accepts, as far as it reads no other field. */
async function findAccepted(
  call: Call,
  { form, resource }: OpenForm,
  { name, kind, settings }: Field,
  offered: readonly Offered[],
): Promise<boolean[]> {
  const { unresolved: when } = form.when ?? { unresolved: { and: [] } };
  const parts = 'and' in when ? when.and : [when];
  const isOwn = (part: Filter) =>
    fieldsOfFilter({ unresolved: part }).every((each) => each === name);
  const own = kind.column(settings).many ? [] : parts.filter(isOwn);
  const entries = offered.map(({ value }) => ({ [name]: value }));
  const filter = resolveFilter({ unresolved: { and: own } }, momentOf(call));
  const settled = await call.services.store.settle(resource, filter, entries);
  return entries.map((entry) => evaluateFilter(settled, entry));
}

async function findOffered(
  call: Call,
  open: OpenForm,
  field: Field,
): Promise<Offered[] | undefined> {
  const { kind, settings } = field;
  const { languages } = call.descriptor.app;
  const inEach = (say: (language: string) => string): Text =>
    Object.fromEntries(languages.map((language) => [language, say(language)]));
  const offers = kind.offers?.(settings);
  if (offers)
    return offers.offered.map((value) => ({
      value,
      label: inEach((language) => offers.label(value, language)),
    }));
  const target = call.descriptor.resources.get(kind.relation?.(settings).to ?? '');
  if (!target) return undefined;
  const { timeZone, publicCounts } = target;
  return (await findPublished(call, open, field, target)).map((record) => {
    const titleIn = (language: string) => titleFor({ language, timeZone }, target, record);
    const countsIn = (language: string) =>
      publicCounts.flatMap((count) => {
        const value = writeValue(target, record, count, { language, timeZone });
        const label = textIn(requireEntry(target.fields, count).label, language);
        return value === '' ? [] : `${label}: ${value}`;
      });
    return {
      value: record._id,
      label: inEach(titleIn),
      note: inEach((language) => [titleIn(language), ...countsIn(language)].join(' · ')),
    };
  });
}

/** The published records that a reference can refer to, by what of their titles is published, with their counts. */
async function findPublished(call: Call, open: OpenForm, field: Field, target: Resource) {
  const { seen, resource } = open;
  const narrowed = requireEntry(seen.resources, target.name);
  const naming = namingFields(target).filter((name) => narrowed.fields.has(name));
  const names = [...naming, ...narrowed.publicCounts];
  const rule = resource.targetFilters.get(field.name);
  const { filter } = field.kind.relation?.(field.settings) ?? {};
  const params = new URLSearchParams({
    _perPage: String(MOST_OFFERED),
    _total: 'none',
    _fields: names.length > 0 ? names.join(',') : '_id',
    // What depends on other values of the entry, the server judges when it comes.
    ...(rule?.looksAt.length === 0 && { where: JSON.stringify(filter) }),
  });
  const context = { descriptor: seen, role: publicRole, resource: narrowed };
  const parsed = parseListQuery({ ...context, params });
  if ('problems' in parsed) throw new Error(parsed.problems.map(({ path }) => path).join(', '));
  const { store } = call.services;
  return parseRecords(await store.list(target, parsed.query, narrowed.publicFields));
}
