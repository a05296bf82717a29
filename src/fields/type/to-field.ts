import { z } from 'zod';
import type { FieldType } from './field-type.ts';
import type { Field, Text } from './field.ts';
import { isDerived } from './is-derived.ts';
import { localizedText, toText } from '../problems/localized-text.ts';
import { expressionText, roleName } from './named-parts.ts';
import type { Numbering } from './numbering.ts';

/**
 * Field names are columns, JSON keys and query parameters at once. No underscore, because `year_gte` is the field
 * `year` and an operator. Below PostgreSQL's 63 bytes, so that names of their indexes fit.
 */
export const fieldName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,49}$/)
  .refine((name) => !(name in {}) && name !== 'prototype', {
    message: 'is reserved by JavaScript',
  });

/** A filter, as in the `where` parameter of lists. A condition is read to one before the grammar sees it. */
export const filterSetting = z.record(z.string(), z.unknown()).meta({
  title: 'a filter such as {"status": "open"}, or a condition such as "status = \'open\'"',
});

/** What a new record has where nobody gives a value. */
export const defaultValue = z.unknown();

/** The settings that every field can have, whatever its type. */
export const commonSettings = z.strictObject({
  type: z.string().describe('The type of the field: what it holds and how it is displayed.'),
  label: localizedText
    .optional()
    .describe(
      'The label of the field: one text, or one per language. Default: derived from its name.',
    ),
  was: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The previous name of the field. Its values and their history move to the new name. The setting can stay afterwards.',
    ),
  help: localizedText
    .optional()
    .describe('A sentence shown below the input and in the API documentation.'),
  aliases: z
    .array(z.string().trim().min(1).max(200))
    .min(1)
    .optional()
    .describe(
      'Other names of the field in files, such as `["CAS No.", "CASRN"]`. Imports read columns with these names as the field.',
    ),
  required: z.boolean().default(false).describe('Rejects records without a value.'),
  unique: z
    .boolean()
    .default(false)
    .describe('No two records can have the same value. Records without a value are exempt.'),
  search: z
    .boolean()
    .default(false)
    .describe('The search box of the list and the `q` parameter of the API search this field.'),
  index: z
    .boolean()
    .default(false)
    .describe(
      'Adds an index, so that lists of any size can be sorted by the field at once. Unique fields, references, declared filters of the list and its order have one without this setting. Writing takes a little longer.',
    ),
  readOnly: z
    .boolean()
    .default(false)
    .describe('Displayed but not editable in forms, the API or imports. Only the system sets it.'),
  computed: expressionText
    .optional()
    .describe(
      "The expression that computes the value, such as `valueMax - valueMin`, `concat(articleId, ': ', title)`, `source.year` or `sum(amount of lines.order)`. Nobody can write the field.",
    ),
  computedInCode: z
    .boolean()
    .default(false)
    .describe(
      'The code of the installation computes the value whenever the record is written (`defineField`). Nobody can write the field.',
    ),
  stored: z
    .boolean()
    .default(false)
    .describe(
      'Computed fields only: stores the value with the record, so that lists of any size sort and filter by it at once. A stored value over other records counts all of them, and only roles that see all of them can read it. Otherwise the value is computed on every read, from the records that the reader may see.',
    ),
  default: defaultValue
    .optional()
    .describe(
      'The value of new records that do not set one: a valid value, or `$now`, `$today` (dates and times, also `$today+30d`), `$year` (whole numbers) or `$user` (references to users). `{"$field": "product.price"}` copies it from the record that a reference names; `{"$expression": "addDays(on, 30)"}` calculates it.',
    ),
  when: z
    .strictObject({
      shown: filterSetting
        .optional()
        .describe(
          'Only records that match this filter have the field; in other records it is empty.',
        ),
      required: filterSetting
        .optional()
        .describe('Records that match this filter must have a value.'),
      readOnly: filterSetting
        .optional()
        .describe('In records that match this filter the value cannot be changed.'),
    })
    .optional()
    .describe(
      'Conditions that decide whether the field is shown, required or read-only. They apply in forms, in the API and in imports.',
    ),
  read: z
    .array(roleName)
    .min(1)
    .optional()
    .describe(
      'Only these roles can see and export the field, and filter, sort and search by it. They must also be able to read the record.',
    ),
  write: z
    .array(roleName)
    .min(1)
    .optional()
    .describe(
      'Only these roles can change the field. They must also be able to change the record.',
    ),
});

/** A field as declared, whatever its type. */
export type FieldSource = z.input<typeof commonSettings> & Readonly<Record<string, unknown>>;

/** The settings that a part of an object can have besides those of its type. */
export const partSettings = commonSettings.pick({
  type: true,
  label: true,
  help: true,
  required: true,
});

/**
 * The whole declaration of a field of one type: the common settings and those of the type in one strict object, also
 * for editors through `z.toJSONSchema`.
 */
export function toDeclaration(type: string, kind: FieldType, common: z.ZodObject = commonSettings) {
  return z
    .strictObject({ ...common.shape, type: z.literal(type), ...kind.settings.shape })
    .superRefine((declaration, context) => {
      // Merging shapes loses the checks between settings (min ≤ max), so they run here again.
      const checked = kind.settings.safeParse(pickOwnSettings(declaration));
      for (const issue of checked.error?.issues ?? []) {
        // The shape has already found settings that are wrong on their own.
        if (issue.code !== 'custom') continue;
        context.addIssue({
          code: 'custom',
          path: issue.path,
          message: issue.message,
          input: declaration,
        });
      }
    });
}

/** A field as the descriptor defines it. `toDeclaration` must have accepted the declaration. */
export function toField(
  kind: FieldType,
  name: string,
  declaration: Readonly<Record<string, unknown>>,
  languages: readonly string[] = ['en'],
): Field {
  const { label, help, default: declared, ...rest } = parseDeclared(commonSettings, declaration);
  const settings = parseDeclared(kind.settings, declaration);
  const states = kind.states?.(settings);
  const preset = declared ?? states?.initial.find((one) => states.all.includes(one));
  return {
    name,
    kind,
    settings,
    label: toText(label ?? nameText(name), languages),
    ...(help === undefined ? {} : { help: toText(help, languages) }),
    ...(preset === undefined ? {} : { default: toStoredForm(kind, settings, preset) }),
    ...rest,
    readOnly: rest.readOnly || isDerived(rest),
    ...toNumbered(kind.numbering?.(settings), rest.unique),
  };
}

/**
 * The declared settings in their parsed form, and the defaults of the others. A field declares few of the thirty
 * settings that it can have, and parsing the others took a tenth of the scripts before a first list.
 */
function parseDeclared<Settings extends z.ZodObject>(
  settings: Settings,
  declaration: Readonly<Record<string, unknown>>,
): z.output<Settings> {
  const parsed: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings.shape)) {
    const value = declaration[name];
    if (value !== undefined) parsed[name] = z.parse(setting, value);
    else if (setting instanceof z.ZodDefault) parsed[name] = setting.def.defaultValue;
  }
  return parsed as z.output<Settings>;
}

/** A default as a record will have it, such as `5.00` for `5`; a token such as `$today` stays. */
function toStoredForm(kind: FieldType, settings: object, preset: unknown): unknown {
  const parsed = kind.value(settings).safeParse(preset);
  return parsed.success ? parsed.data : preset;
}

/** Numbers that begin again for each parent are unique only together with it. */
function toNumbered(numbering: Numbering | undefined, unique: boolean): Partial<Field> {
  if (!numbering) return {};
  const isAlone = numbering.per === undefined || numbering.per === 'year';
  return { numbering, readOnly: true, required: true, unique: unique || isAlone };
}

/** The settings that only its type has. */
function pickOwnSettings(declaration: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(declaration).filter(([key]) => !(key in commonSettings.shape)),
  );
}

/** `commonName` → `Common name`. */
function nameText(name: string): Text {
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return { en: words.charAt(0).toUpperCase() + words.slice(1) };
}
