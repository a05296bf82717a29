import { z } from 'zod';
import { languageCode, localizedText } from '../../fields/problems/localized-text.ts';
import { collectionName } from '../../fields/type/named-parts.ts';
import { cardSettings } from './cards.ts';
import { pageSettings } from './pages.ts';
import type { resourceSettings } from './resource-settings.ts';
import { choiceColors } from '../../fields/type/choice-list.ts';
import { icon } from '../../fields/text/icons.ts';
import { isTimeZone } from '../../fields/text/time-zone.ts';
import { keyName } from './settings.ts';

const sidebar = z.strictObject({
  background: z
    .enum(['white', 'brown', 'black'])
    .default('black')
    .describe('The background colour of the sidebar.'),
  active: z
    .enum(['primary', 'info', 'success', 'warning', 'danger'])
    .default('success')
    .describe('The colour of the active menu entry.'),
});

const address = z
  .string()
  .regex(/^(https?:\/\/\S+|\/\S*)$/)
  .meta({ title: 'an address that starts with https://, http:// or /' });

export const groupSettings = z.strictObject({
  key: keyName
    .meta({ title: 'a name such as science' })
    .describe('The key that resources use to refer to the group.'),
  label: localizedText.describe('The label of the group.'),
  icon: icon.default('folder').describe('The icon of the group.'),
  builtIn: z
    .array(z.enum(['tools', 'changes', 'administration', 'structure']))
    .default([])
    .describe(
      'The built-in pages that follow the resources and pages of the group: `tools`, `changes`, `administration`, `structure`. Those in no group follow the groups.',
    ),
});

const idleMinutes = z.int().min(5).max(43_200).optional();
const mostSessions = z.int().min(1).max(100);

const sessionSettings = z.strictObject({
  idleMinutes: idleMinutes.describe(
    'Ends a session after so many minutes without use, from 5 to 43200. Default: the days of `SESSION_IDLE_DAYS`, which is also the longest.',
  ),
  most: mostSessions
    .default(100)
    .describe(
      'The most sessions that a user can have at once. Another sign-in ends the one used longest ago.',
    ),
  newDeviceMail: z
    .boolean()
    .default(true)
    .describe('Emails users when someone signs in to their account on a new device.'),
});

const roleSessionSettings = z.strictObject({
  idleMinutes: idleMinutes.describe(
    'As in `app.sessions`, for users of this role; the shorter time counts.',
  ),
  most: mostSessions
    .optional()
    .describe('As in `app.sessions`, for users of this role; the smaller number counts.'),
});

/** The settings of the whole installation. */
export const appSettings = z.strictObject({
  title: z
    .string()
    .min(1)
    .max(60)
    .default('Backoffice')
    .describe('The name of the installation, in the sidebar and the browser tab.'),
  languages: z
    .array(languageCode)
    .min(1)
    .default(['en'])
    .describe(
      'The languages of the screens: `en`, `de` or both. The first is the default. Every text must exist in each of them.',
    ),
  timeZone: z
    .string()
    .refine(isTimeZone)
    .meta({ title: 'a time zone of the IANA database, such as Europe/Berlin' })
    .optional()
    .describe(
      'The time zone in which days, months and years begin, and in which screens show times: a name of the IANA database, such as `Europe/Berlin`. Default: the time zone of the server.',
    ),
  publicSite: address.optional().describe('The address of the public site, linked in the footer.'),
  groups: z
    .array(groupSettings)
    .default([])
    .describe('The menu groups in display order. They follow the ungrouped resources.'),
  pages: z.array(pageSettings).default([]).describe('Pages with extension code, in menu order.'),
  current: collectionName
    .optional()
    .describe(
      'A resource, such as projects, from which each user can pin one record. The dashboard and the lists whose records refer to this resource then start with the records that belong to the pinned record. Default: none.',
    ),
  dashboard: z
    .array(cardSettings)
    .optional()
    .describe(
      'The dashboard cards in display order. Default: the counts of all resources and the latest changes.',
    ),
  sidebar: sidebar.prefault({}).describe('The colours of the sidebar.'),
  sessions: sessionSettings
    .prefault({})
    .describe('When sessions end, and which sign-ins are reported.'),
  links: z
    .record(z.string().regex(/^[a-z][A-Za-z0-9]*$/), address)
    .default({})
    .describe(
      'The links of the Dev Menu in display order. The key of each link is `publicApiDocs`, `internalApiDocs`, or any name; the value is the path of a page.',
    ),
});

export const roleSettings = z.strictObject({
  label: localizedText
    .optional()
    .describe('The label of the role. Default: derived from its name.'),
  was: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The previous name of the role. Its users, and what is shared with it, move to the new name. The setting can stay afterwards.',
    ),
  color: z
    .enum(choiceColors)
    .optional()
    .describe('The colour of the role where it is a choice: see `$roles`.'),
  all: z.boolean().default(false).describe('Allows everything on every resource and field.'),
  devMenu: z.boolean().default(false).describe('Shows the Dev Menu.'),
  configure: z
    .boolean()
    .default(false)
    .describe(
      'Allows changing this descriptor in the browser: fields, permissions and roles, including its own. Roles with `all` have it.',
    ),
  secondFactor: z
    .boolean()
    .default(false)
    .describe(
      'Requires a passkey or an authenticator app beside the password. Users without one have 14 days from their next sign-in to add it.',
    ),
  sessions: roleSessionSettings
    .prefault({})
    .describe('Stricter limits for the sessions of this role.'),
});

/** The roles of an installation that declares none: a single role that may do everything. */
export const defaultRoles = { admin: { all: true } };

/**
 * The path of a file within the folder of the descriptor. People with `configure` write such files, so no other kind of
 * file and no hidden one, such as `.env`, can be named.
 */
export const includedFile = z
  .string()
  .regex(/^(?:[^./\\\p{Cc}][^/\\\p{Cc}]*\/)*[^./\\\p{Cc}][^/\\\p{Cc}]*\.jsonc?$/u)
  .meta({ title: 'a path inside the folder of this file, such as more/chems.json' });

export type ResourceSource = z.input<typeof resourceSettings>;
type PermissionsSource = NonNullable<ResourceSource['permissions']>;

/** The whole descriptor except the contents of resources, which are checked one by one. */
export const descriptorSettings = z.strictObject({
  $schema: z
    .string()
    .optional()
    .describe('The JSON Schema of this file, for editors: `./resources.schema.json`.'),
  app: appSettings.prefault({}).describe('Settings of the whole installation.'),
  roles: z
    .record(z.string(), roleSettings)
    .prefault(defaultRoles)
    .describe('The roles a user can have.'),
  include: z
    .array(includedFile)
    .optional()
    .describe(
      'Further files of this descriptor, with paths relative to this file: `["chems.json"]`. Each has `resources`, `roles`, `permissionSets` or `fieldSets`, and can include others. Their declarations follow the ones in this file.',
    ),
  permissionSets: z
    .record(z.string(), z.custom<PermissionsSource>())
    .optional()
    .describe(
      'Permissions that several resources share, by name. A resource has `"permissions": "editorial"`.',
    ),
  fieldSets: z
    .record(z.string(), z.custom<ResourceSource['fields']>())
    .optional()
    .describe(
      'Fields that several resources share, by name. A resource has `"fields": { "$use": "address", … }`, or a list of names in `$use`. The fields of the set take the place of `$use`.',
    ),
  resources: z
    .record(z.string(), z.custom<ResourceSource>())
    .describe('The resources by name, in menu order.'),
});

/** A descriptor as declared. The browser receives it, and the database stores it with each applied version. */
export type DescriptorSource = z.input<typeof descriptorSettings>;
