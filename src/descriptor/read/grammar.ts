import { z } from 'zod';
import { fieldTypes } from '../../fields/registry.ts';
import { languageCode, localizedText } from '../../fields/localized-text.ts';
import { toDeclaration } from '../../fields/to-field.ts';
import { iconNames } from '../icons.ts';
import { actionSettings } from './action-settings.ts';
import { currentSetting, dashboardSettings } from './dashboard-settings.ts';
import { duplicateSettings } from './duplicate-settings.ts';
import { filterSetting } from './filter-setting.ts';
import { pageSettings } from './page-settings.ts';
import { permissionSettings } from './permission-settings.ts';
import { childSettings, groupSettings } from './screen-settings.ts';
import { ruleSettings } from './rule-settings.ts';
import { viewSettings } from './view-settings.ts';

/**
 * The settings of a descriptor, each described once: the checks, the JSON Schema
 * for editors and the documentation's test all come from here. What a field can
 * say comes from its type.
 */

const sidebar = z.strictObject({
  background: z
    .enum(['white', 'brown', 'black'])
    .optional()
    .describe('The background colour of the sidebar. Default: `black`.'),
  active: z
    .enum(['primary', 'info', 'success', 'warning', 'danger'])
    .optional()
    .describe('The colour of the active menu entry. Default: `success`.'),
});

const address = z
  .string()
  .regex(/^(https?:\/\/\S+|\/\S*)$/)
  .meta({ title: 'an address that starts with https://, http:// or /' });

const app = z.strictObject({
  title: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('The name of the installation, in sidebar and browser tab. Default: `Backoffice`.'),
  languages: z
    .array(languageCode)
    .min(1)
    .optional()
    .describe(
      'The languages of the screens: `en`, `de` or both. The first is the default. Every text needs each of them. Default: `["en"]`.',
    ),
  publicSite: address.optional().describe('The address of the public site, linked in the footer.'),
  groups: groupSettings
    .optional()
    .describe('The menu groups, in display order after ungrouped resources. Default: none.'),
  pages: pageSettings
    .optional()
    .describe('Pages with extension code, in menu order. Default: none.'),
  current: currentSetting.optional(),
  dashboard: dashboardSettings
    .optional()
    .describe(
      'The dashboard cards in display order. Default: the counts of all resources and the latest changes.',
    ),
  sidebar: sidebar.optional().describe('The colours of the sidebar.'),
  links: z
    .record(z.string().regex(/^[a-z][A-Za-z0-9]*$/), address)
    .optional()
    .describe(
      'The links of the Dev Menu in display order. Each has a name: `publicApiDocs`, `internalApiDocs`, or another name for the path of a page.',
    ),
});

const role = z.strictObject({
  label: localizedText
    .optional()
    .describe('The label of the role. Default: derived from its name.'),
  all: z
    .boolean()
    .optional()
    .describe('Allows everything on every resource and field. Default: false.'),
  devMenu: z.boolean().optional().describe('Shows the Dev Menu. Default: false.'),
});

const fieldNames = z.array(z.string());

const list = z.strictObject({
  columns: fieldNames
    .min(1)
    .optional()
    .describe(
      'The columns shown initially, in display order; users can choose others. Default: the first six fields.',
    ),
  filters: fieldNames
    .optional()
    .describe('The fields offered as filters. Default: all suitable fields.'),
  sort: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The initial order: field names separated by commas, prefixed with `-` for descending order, such as `-year,title`. Default: the import key, or newest first without one.',
    ),
  perPage: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('The initial number of records per page. Default: 10.'),
  filter: filterSetting
    .optional()
    .describe(
      'The initial filter, as in the `where` parameter of lists. Users can change and remove it. Default: none.',
    ),
});

const tab = z.strictObject({
  tab: localizedText.describe('The title of the tab.'),
  fields: fieldNames.min(1).describe('The fields on the tab in display order.'),
});

/** A resource but for its fields, which are checked one by one so that each gets all its problems. */
export const resourceSettings = z.strictObject({
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
  icon: z
    .enum(iconNames)
    .meta({ title: `one of these ${iconNames.length} icons: ${iconNames.join(', ')}` })
    .optional()
    .describe('The icon in the menu. Default: `list`.'),
  group: z
    .string()
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
      'The title of a record wherever it is shown: text that contains `{field}`. Default: its first descriptive field.',
    ),
  was: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The previous name of the resource. Its records, their history and references to them move to the new name. The setting can stay afterwards.',
    ),
  importKey: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The field that identifies a record in files and in references within files; it must be required and unique. Default: `_id`.',
    ),
  fields: z
    .record(z.string(), z.unknown())
    .describe('The fields by name, in the order of files and API responses.'),
  list: list.optional().describe('The initial state of the list.'),
  form: z
    .array(tab)
    .min(1)
    .optional()
    .describe('The tabs of the form. Default: one tab with all fields.'),
  ...ruleSettings,
  actions: actionSettings
    .optional()
    .describe('Actions on a record in addition to editing. Default: none.'),
  children: childSettings
    .optional()
    .describe(
      'Tabs on the page of a record, each listing the records of another resource that refer to it. Default: none.',
    ),
  views: viewSettings
    .optional()
    .describe(
      'Predefined views of the list, each with a filter, an order and columns. Default: none.',
    ),
  duplicates: duplicateSettings.optional(),
  permissions: permissionSettings
    .optional()
    .describe(
      'What each role may do: a list of operations, or an object that limits each operation to certain records. Roles not listed have no access; roles with `all` need no entry.',
    ),
  public: z
    .strictObject({
      fields: fieldNames
        .min(1)
        .describe('The fields that anyone may read without signing in, at `/api/public`.'),
    })
    .optional()
    .describe('The published part of the resource. Default: none.'),
});

/** A path with nothing in it that leads out of the folder. */
export const includedFile = z
  .string()
  .regex(/^(?!.*(^|\/)\.\.?(\/|$))[^/\\]+(\/[^/\\]+)*$/)
  .meta({ title: 'a path below the folder of this file, such as more/chems.json' });

export const includeSetting = z
  .array(includedFile)
  .describe(
    'Further files of this descriptor, with paths relative to this file: `["chems.json"]`. Each has `resources`, `roles` or both, and can include others. Their declarations follow the ones in this file.',
  );

/** Everything but what stands inside of resources. */
export const descriptorSettings = z.strictObject({
  $schema: z
    .string()
    .optional()
    .describe('The JSON Schema of this file, for editors: `./resources.schema.json`.'),
  app: app.optional().describe('Settings of the whole installation.'),
  roles: z
    .record(z.string(), role)
    .optional()
    .describe('The roles a user can have. Default: `admin`, which may do everything.'),
  include: includeSetting.optional(),
  resources: z.record(z.string(), z.unknown()).describe('The resources by name, in menu order.'),
});

/** What an included file may say; the contents are checked when all files are one. */
export const includedSettings = descriptorSettings.omit({ app: true }).partial();

/** The whole declaration of a field, for each type. */
export const fieldSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(fieldTypes).map(([type, kind]) => [type, toDeclaration(type, kind)]),
);
