import { z } from 'zod';
import { fieldTypes } from '../../fields/registry.ts';
import { localizedText } from '../../fields/localized-text.ts';
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
import { screenLanguages } from '../grammar/screen-languages.ts';
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
    .describe('The colour of the entry one is on. Default: `success`.'),
});

const address = z
  .string()
  .regex(/^(https?:\/\/\S+|\/\S*)$/)
  .meta({ title: 'an address beginning with https://, http:// or /' });

const app = z.strictObject({
  title: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe(
      'The name of the installation, in the sidebar and the browser’s tab. Default: `Backoffice`.',
    ),
  languages: z
    .array(
      z.enum(screenLanguages).meta({ title: 'en or de, the languages the screens are written in' }),
    )
    .min(1)
    .optional()
    .describe(
      'The languages of the screens, of `en` and `de`; the first is the default. Every text must have each. Default: `["en"]`.',
    ),
  publicSite: address.optional().describe('The address of the public site, linked in the footer.'),
  groups: groupSettings
    .optional()
    .describe(
      'The groups of the menu, in their order, after the resources without one. Default: none.',
    ),
  pages: pageSettings
    .optional()
    .describe('Pages with code of an extension, in the order of the menu. Default: none.'),
  current: currentSetting.optional(),
  dashboard: dashboardSettings
    .optional()
    .describe(
      'The cards of the dashboard, in their order. Default: the counts of all resources and the latest changes.',
    ),
  sidebar: sidebar.optional().describe('How the sidebar looks.'),
  links: z
    .record(z.string().regex(/^[a-z][A-Za-z0-9]*$/), address)
    .optional()
    .describe(
      'Addresses in the Dev Menu, in their order, each with a name: `publicApiDocs`, `internalApiDocs`, or another for the path of a page.',
    ),
});

const role = z.strictObject({
  label: localizedText.optional().describe('How the role is called. Default: made from its name.'),
  all: z
    .boolean()
    .optional()
    .describe('May do everything with every resource and every field. Default: false.'),
  devMenu: z.boolean().optional().describe('Sees the Dev Menu. Default: false.'),
});

const fieldNames = z.array(z.string());

const list = z.strictObject({
  columns: fieldNames
    .min(1)
    .optional()
    .describe(
      'The columns shown at first, in their order; others can be chosen. Default: the first six.',
    ),
  filters: fieldNames.optional().describe('The fields offered as filters. Default: all that fit.'),
  sort: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The first order: fields separated by commas, `-` before one for descending: `-year,title`. Default: the import key, else the newest first.',
    ),
  perPage: z
    .number()
    .int()
    .min(1)
    .max(1000)
    .optional()
    .describe('How many records a page has at first. Default: 10.'),
  filter: filterSetting
    .optional()
    .describe(
      'The filter a list opens with, as the parameter `where` of lists. It can be changed and removed. Default: none.',
    ),
});

const tab = z.strictObject({
  tab: localizedText.describe('The title of the tab.'),
  fields: fieldNames.min(1).describe('The fields on it, in their order.'),
});

/** A resource but for its fields, which are checked one by one so that each gets all its problems. */
export const resourceSettings = z.strictObject({
  root: z
    .string()
    .regex(/^\/api\/[A-Za-z][A-Za-z0-9-]*$/)
    .meta({ title: 'a path such as /api/chems' })
    .optional()
    .describe('The path of the API. Default: `/api/` and the name.'),
  path: z
    .string()
    .regex(/^\/[A-Za-z][A-Za-z0-9-]*$/)
    .meta({ title: 'a path such as /chems' })
    .optional()
    .describe('The path of the screens. Default: `/` and the name.'),
  icon: z
    .enum(iconNames)
    .meta({ title: `one of the ${iconNames.length} icons there are: ${iconNames.join(', ')}` })
    .optional()
    .describe('The icon in the menu. Default: `list`.'),
  group: z
    .string()
    .optional()
    .describe('The group of the menu it stands in, by its `key` in `app.groups`. Default: none.'),
  label: localizedText
    .optional()
    .describe(
      'How the resource is called: one text, or one per language. Default: made from its name.',
    ),
  title: z
    .string()
    .regex(/^([^{}]|\{[^{}]*\})+$/)
    .meta({ title: 'a text with {field} in it, each brace closed' })
    .optional()
    .describe(
      'How a record is called wherever it is referred to: text with `{field}` in it. Default: its first telling field.',
    ),
  was: z
    .string()
    .min(1)
    .optional()
    .describe(
      'What the resource was called before, so that its records, their history and what refers to them follow the new name. May stay when that is done.',
    ),
  importKey: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The field by which files and references in files name a record; required and unique. Default: `_id`.',
    ),
  fields: z
    .record(z.string(), z.unknown())
    .describe('The fields by name, in the order in which files and the API have them.'),
  list: list.optional().describe('What the list shows at first.'),
  form: z
    .array(tab)
    .min(1)
    .optional()
    .describe('The form, tab by tab. Default: one tab with all fields.'),
  ...ruleSettings,
  actions: actionSettings
    .optional()
    .describe('What can be done with a record besides writing it. Default: nothing.'),
  children: childSettings
    .optional()
    .describe(
      'Lists on the page of a record, each a tab: what refers to it by a field of another resource. Default: none.',
    ),
  views: viewSettings
    .optional()
    .describe(
      'Views of the list to choose from, each a filter, an order and columns. Default: none.',
    ),
  duplicates: duplicateSettings.optional(),
  permissions: permissionSettings
    .optional()
    .describe(
      'Per role what it may do with the resource: a list of operations, or an object that says of each with which records. Who is not named may nothing; roles with `all` need not be named.',
    ),
  public: z
    .strictObject({
      fields: fieldNames
        .min(1)
        .describe('The fields everybody may read without signing in, at `/api/public`.'),
    })
    .optional()
    .describe('What is published. Default: nothing.'),
});

/** A path with nothing in it that leads out of the folder. */
export const includedFile = z
  .string()
  .regex(/^(?!.*(^|\/)\.\.?(\/|$))[^/\\]+(\/[^/\\]+)*$/)
  .meta({ title: 'a path below the folder of this file, such as more/chems.json' });

export const includeSetting = z
  .array(includedFile)
  .describe(
    'More files that belong to this one, by their paths from it: `["chems.json"]`. Each holds `resources`, `roles` or both, and may include others; what it declares comes after what stands here.',
  );

/** Everything but what stands inside of resources. */
export const descriptorSettings = z.strictObject({
  $schema: z
    .string()
    .optional()
    .describe('The JSON Schema of this file, for editors: `./resources.schema.json`.'),
  app: app.optional().describe('The installation as a whole.'),
  roles: z
    .record(z.string(), role)
    .optional()
    .describe('The roles a user can have. Default: `admin`, who may everything.'),
  include: includeSetting.optional(),
  resources: z
    .record(z.string(), z.unknown())
    .describe('The resources by name, in the order of the menu.'),
});

/** What an included file may say; the contents are checked when all files are one. */
export const includedSettings = descriptorSettings.omit({ app: true }).partial();

/** The whole declaration of a field, for each type. */
export const fieldSettings: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(fieldTypes).map(([type, kind]) => [type, toDeclaration(type, kind)]),
);
