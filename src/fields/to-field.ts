import { z } from 'zod';
import type { FieldType } from './field-type.ts';
import type { Field, Text } from './field.ts';
import { localizedText, toText } from './localized-text.ts';

/**
 * Field names are columns, JSON keys and query parameters at once. No underscore:
 * `year_gte` is the field `year` and an operator. Below PostgreSQL's 63 bytes, so
 * that names of indexes made from it fit.
 */
export const fieldName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,49}$/)
  .refine((name) => !(name in {}) && name !== 'prototype', {
    message: 'is a name JavaScript keeps for itself',
  });

const condition = z
  .record(z.string(), z.unknown())
  .meta({ title: 'a filter in { } such as {"status": "open"}' });

/** What every field can say, whatever its type. */
export const commonSettings = z.strictObject({
  type: z.string().describe('The type of the field: what it holds and how it is shown.'),
  label: localizedText
    .optional()
    .describe(
      'How the field is called on screens: one text, or one per language. Default: made from its name.',
    ),
  was: z
    .string()
    .min(1)
    .optional()
    .describe(
      'What the field was called before, so that its values and their history follow the new name. May stay when that is done.',
    ),
  help: localizedText
    .optional()
    .describe('A sentence shown under the input and in the API documentation.'),
  aliases: z
    .array(z.string().trim().min(1).max(200))
    .min(1)
    .optional()
    .describe(
      'What files call the field besides its name and labels, such as `["CAS No.", "CASRN"]`: the import screen suggests it for columns of these names.',
    ),
  required: z.boolean().default(false).describe('A record without a value here is refused.'),
  unique: z
    .boolean()
    .default(false)
    .describe('No two records may have the same value. Records without a value do not count.'),
  search: z
    .boolean()
    .default(false)
    .describe('The search box of the list, and `q` of the API, look into this field.'),
  readOnly: z
    .boolean()
    .default(false)
    .describe(
      'Shown, but written by nobody: neither in forms nor by the API or files. The system alone sets it.',
    ),
  computed: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      "An expression the value is made of: `valueMax - valueMin`, `concat(articleId, ': ', title)`, `source.year`, `count(extractions.source)`. Nobody writes the field.",
    ),
  stored: z
    .boolean()
    .default(false)
    .describe(
      'Of a computed field: kept with the record, so that lists sort and filter by it as by any other; the expression may then read fields of the record itself only. Default: computed whenever it is read.',
    ),
  default: z
    .unknown()
    .optional()
    .describe(
      'The value of a new record that brings none: a value the field accepts, or `$now`, `$today` (of a date or a point in time, also `$today+30d`), `$year` (of a whole number) or `$user` (of a reference to users).',
    ),
  when: z
    .strictObject({
      shown: condition
        .optional()
        .describe('Only records that meet this filter have the field; in others it is empty.'),
      required: condition
        .optional()
        .describe('Records that meet this filter must have a value here.'),
      readOnly: condition
        .optional()
        .describe('In records that meet this filter the value stays as it is.'),
    })
    .optional()
    .describe(
      'Conditions over the record itself, each a filter as the parameter `where` of lists. They hold in the form while one types, in the API and in files.',
    ),
  read: z
    .array(z.string())
    .min(1)
    .optional()
    .describe(
      'Only these roles see the field, among those that may read the record. They alone can filter, sort, search and export by it.',
    ),
  write: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('Only these roles change the field, among those that may write the record.'),
});

/** What a part of an object can say besides the settings of its type. */
export const partSettings = commonSettings.pick({
  type: true,
  label: true,
  help: true,
  required: true,
});

/**
 * The whole declaration of a field of one type: what every field can say and the
 * settings of the type in one strict object, also for editors by `z.toJSONSchema`.
 */
export function toDeclaration(type: string, kind: FieldType, common: z.ZodObject = commonSettings) {
  return z
    .strictObject({ ...common.shape, type: z.literal(type), ...kind.settings.shape })
    .superRefine((declaration, context) => {
      // Merging shapes loses the checks between settings (min ≤ max), so they run here again.
      const checked = kind.settings.safeParse(ownSettings(declaration));
      for (const issue of checked.error?.issues ?? []) {
        context.addIssue({
          code: 'custom',
          path: issue.path,
          message: issue.message,
          input: declaration,
        });
      }
    });
}

/**
 * A field as the descriptor means it. The declaration was found right before
 * (`toDeclaration`); a wrong one throws.
 */
export function toField(
  kind: FieldType,
  name: string,
  declaration: Readonly<Record<string, unknown>>,
  languages: readonly string[] = ['en'],
): Field {
  const common = commonSettings.parse(commonOf(declaration));
  const { label, help, default: preset, ...rest } = common;
  return {
    name,
    kind,
    settings: kind.settings.parse(ownSettings(declaration)),
    label: toText(label ?? sayName(name), languages),
    ...(help === undefined ? {} : { help: toText(help, languages) }),
    ...(preset === undefined ? {} : { default: preset }),
    ...rest,
    readOnly: rest.readOnly || rest.computed !== undefined,
  };
}

function ownSettings(declaration: Readonly<Record<string, unknown>>) {
  return pickEntries(declaration, (key) => !(key in commonSettings.shape));
}

function commonOf(declaration: Readonly<Record<string, unknown>>) {
  return pickEntries(declaration, (key) => key in commonSettings.shape);
}

function pickEntries(
  declaration: Readonly<Record<string, unknown>>,
  isWanted: (key: string) => boolean,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(declaration).filter(([key]) => isWanted(key)));
}

/** `commonName` → `Common name`. */
function sayName(name: string): Text {
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return { en: words.charAt(0).toUpperCase() + words.slice(1) };
}
