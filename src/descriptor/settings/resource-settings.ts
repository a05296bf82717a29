import { z } from 'zod';
import { icon } from '../../fields/text/icons.ts';
import { localizedText } from '../../fields/problems/localized-text.ts';
import {
  collectionName,
  fieldPath,
  groupKey,
  ownFieldName,
  sortOrder,
} from '../../fields/type/named-parts.ts';
import { filterSetting, type FieldSource } from '../../fields/type/to-field.ts';
import { actionSettings } from './actions.ts';
import { operations } from '../descriptor.ts';
import { duplicateSettings } from '../duplicates.ts';
import { publicSettings } from './public-settings.ts';
import { fieldNames, fieldPaths } from './settings.ts';
import { checkSettings, overlapSettings } from './rule-settings.ts';
import { listColor, viewSettings } from './views.ts';

const list = z.strictObject({
  columns: fieldPaths
    .min(1)
    .optional()
    .describe(
      'The columns shown initially, in display order; users can choose others. Default: the first six fields.',
    ),
  filters: fieldPaths
    .optional()
    .describe(
      'The fields offered as filters, also behind references: `source.year`. Default: all suitable fields of the record.',
    ),
  sort: sortOrder
    .optional()
    .describe(
      'The initial order: field names separated by commas, prefixed with `-` for descending order, such as `-year,title`. Default: the import key, or newest first without one.',
    ),
  perPage: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .default(10)
    .describe('The initial number of records per page.'),
  filter: filterSetting
    .optional()
    .describe(
      'The initial filter: a condition. Users can change and remove it. If a role may not read one of its fields, the list says so, and shows nothing until the user agrees to continue without that condition. Default: none.',
    ),
  colors: z
    .array(listColor)
    .max(20)
    .default([])
    .describe(
      'Colours of records that match a condition, in tables, cards, boards and calendars. Of several that match, the first applies, to the record and to each value.',
    ),
});

export const childSettings = z.strictObject({
  resource: collectionName.describe('The resource whose records refer to this one.'),
  field: fieldPath.describe(
    'The field of that resource that refers to this one. Or a path of up to three further steps: `source.chems`, through a reference, or `some(masters.extractions).chem`, through records that refer to those of the list.',
  ),
  label: localizedText
    .optional()
    .describe('The title of the list. Default: the label of the resource.'),
  columns: fieldPaths
    .min(1)
    .optional()
    .describe(
      'The columns. Default: the columns of the list of that resource, without the referring field.',
    ),
  sort: sortOrder
    .optional()
    .describe(
      'The initial order. Default: the order of the list of that resource; for `inline`, the order of entry instead of newest first.',
    ),
  inline: z
    .boolean()
    .default(false)
    .describe(
      'Also edits these records in the form of the record, and saves them with it in one step, such as the lines of an order. `field` must be a reference with one value.',
    ),
});

const tabSettings = z.strictObject({
  tab: localizedText.describe('The title of the section.'),
  fields: fieldNames.min(1).describe('The fields of the section in display order.'),
});

/** The sections of the page, or its tabs. */
const tabList = z.array(tabSettings).min(1);

/** The page of a record. */
const formSettings = z.strictObject({
  head: fieldNames
    .optional()
    .describe(
      'The fields shown under the title of a record: key facts, state, a drawing. Default: none.',
    ),
  tabs: tabList
    .optional()
    .describe('The sections of the page of a record. Default: one section with all fields.'),
  layout: z
    .enum(['sections', 'tabs'])
    .default('sections')
    .describe(
      'How the page shows them: `sections` below each other with a table of contents, or one at a time on `tabs`.',
    ),
});

/** `true` for all records, `false` for none, or a condition for some. */
const right = (what: string) =>
  z
    .union([z.boolean(), filterSetting])
    .optional()
    .describe(`${what} \`true\`: all, \`false\`: none, or a condition: only records that meet it.`);

const rights = z.strictObject({
  list: right('The records that lists and similar views show.'),
  read: right('The records the role can open.'),
  create: right('The records the role can create.'),
  update: right('The records the role can change; they must also match the filter afterwards.'),
  delete: right('The records the role can delete.'),
  export: right('The visible records the role can export.'),
  import: z
    .boolean()
    .optional()
    .describe('Allows imports, within the limits of `create` and `update`.'),
  history: z
    .boolean()
    .optional()
    .describe('Shows what records were before: their versions, and lists as of a moment.'),
  restore: z
    .boolean()
    .optional()
    .describe(
      'Allows restoring versions and deleted records, and undoing the changes of others, within the limits of `create`, `update` and `delete`.',
    ),
  comment: z
    .boolean()
    .optional()
    .describe(
      'Shows the threads of the records and allows writing in them. Default: `true` for a role that may `read`.',
    ),
});

/** What each role may do. */
export const permissionSettings = z.record(
  z.string(),
  z.union([z.array(z.enum(operations)), rights]),
);

/** A resource. Its fields are checked one by one, so that all their problems are reported. */
export const resourceSettings = z.strictObject({
  icon: icon.default('list').describe('The icon in the menu.'),
  group: groupKey
    .optional()
    .describe('The menu group, by its `key` in `app.groups`. Default: none.'),
  label: localizedText
    .optional()
    .describe(
      'The label of the resource: one text, or one per language. Default: derived from its name.',
    ),
  title: z
    .string()
    .regex(/^([^{}]|\{[^{}]*\})+$/)
    .meta({ title: 'text that contains {field}, with every brace closed' })
    .optional()
    .describe(
      'The title of a record wherever it is shown: text that contains `{field}`. A reference shows the title of its record. A part between two ` · ` drops out if one of its fields is empty or may not be read. Default: the first descriptive field.',
    ),
  root: z
    .string()
    .regex(/^\/api\/[A-Za-z][A-Za-z0-9-]*$/)
    .meta({ title: 'a path such as /api/chems' })
    .optional()
    .describe('The API path. Default: `/api/` and the name.'),
  path: z
    .string()
    .regex(/^\/[A-Za-z][A-Za-z0-9-]*$/)
    .meta({ title: 'a path such as /chems' })
    .optional()
    .describe('The path of the screens. Default: `/` and the name.'),
  was: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The previous name of the resource. Its records, their history and references to them move to the new name. The setting can stay afterwards.',
    ),
  importKey: z
    .union([ownFieldName, fieldNames.min(1).max(4)])
    .default('_id')
    .describe(
      'The field that identifies a record in files and in references within files; it must be required and unique. Or a list of required fields that `unique` lists together: `["method", "analyte"]`.',
    ),
  fields: z
    .record(z.string(), z.custom<FieldSource>())
    .describe('The fields by name, in the order of files and API responses.'),
  list: list.prefault({}).describe('The initial state of the list.'),
  form: z
    .union([tabList, formSettings])
    .optional()
    .describe(
      'The page of a record: its sections, or an object. Default: one section with all fields.',
    ),
  unique: z
    .array(fieldNames.min(2))
    .default([])
    .describe(
      'Lists of fields whose combined values must be unique: `[["source", "sampleCode"]]`. Records with an empty value in one of them are exempt.',
    ),
  indexes: z
    .array(fieldNames.min(2).max(4))
    .default([])
    .describe(
      'Composite indexes, each on two to four fields: `[["family", "year"]]` for lists that are filtered by `family` and sorted by `year`.',
    ),
  noOverlap: z
    .array(overlapSettings)
    .default([])
    .describe(
      'Periods that must not overlap: no two loans of the same tool at the same time. The database keeps the rule between all writers.',
    ),
  checks: z
    .array(checkSettings)
    .default([])
    .describe(
      'Rules for a record as a whole, such as `{"not": {"valueMin_gt": {"$field": "valueMax"}}}`. They apply in forms, the API and imports.',
    ),
  actions: z
    .array(actionSettings)
    .default([])
    .describe('Actions on a record in addition to editing.'),
  children: z
    .array(childSettings)
    .default([])
    .describe(
      'Lists on the page of a record, each of the records of another resource that refer to it.',
    ),
  views: z
    .array(viewSettings)
    .default([])
    .describe('Predefined views of the list, each with a filter, an order and columns.'),
  duplicates: z
    .array(duplicateSettings)
    .min(1)
    .default([])
    .describe(
      'The rules for finding possible duplicates on the page where users merge them. A resource without rules does not appear on that page.',
    ),
  order: ownFieldName
    .optional()
    .describe(
      'The number field that stores an order set by hand: users move records up and down wherever a list, a tree or the lines of a record stand in it. It is then the usual order. Default: none.',
    ),
  trash: z
    .strictObject({
      days: z
        .number()
        .int()
        .min(0)
        .max(3650)
        .default(30)
        .describe(
          'How many days deleted records stay in the trash, where they can be restored; 0 deletes at once.',
        ),
    })
    .prefault({})
    .describe('The trash of the resource.'),
  history: z
    .strictObject({
      days: z
        .number()
        .int()
        .min(1)
        .max(36_500)
        .optional()
        .describe('How many days earlier values are kept. Default: for ever.'),
    })
    .prefault({})
    .describe('The history of the records.'),
  permissions: permissionSettings
    .default({})
    .describe(
      'What each role may do: a list of operations, or an object that limits each operation to certain records. Roles not listed have no access; roles with `all` need no entry. In place of the object, the name of one of `permissionSets`.',
    ),
  public: publicSettings
    .optional()
    .describe('What of the resource is open to everybody. Default: none.'),
});
