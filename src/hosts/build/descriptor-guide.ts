import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { functions, type Signature, type ArgKind } from '../../descriptor/expression/functions.ts';
import { rollups } from '../../descriptor/expression/rollups.ts';
import { descriptorSettings } from '../../descriptor/settings/descriptor-settings.ts';
import { toSchema } from '../../descriptor/read/descriptor-schema.ts';
import { resourceSettings } from '../../descriptor/settings/resource-settings.ts';
import { fieldTypes } from '../../fields/registry.ts';
import { commonSettings } from '../../fields/type/to-field.ts';
import { toConditionTable } from './condition-table.ts';
import { projectFolder } from '../project.ts';

type Schema = z.core.JSONSchema.BaseSchema;

/** The guide that contains these tables. */
const guidePath = join(projectFolder, 'docs/descriptor.md');

const tables: Readonly<Record<string, () => string>> = {
  settings: () => toTable(descriptorSettings),
  resource: () => toTable(resourceSettings),
  field: () => toTable(commonSettings),
  types: toTypes,
  functions: toFunctions,
  conditions: toConditionTable,
};

/**
 * Renews the tables of the guide, between `<!-- name -->` and `<!-- end -->`, from the grammar and the
 * field types. `npm run docs` writes it, and a test compares it with the code.
 */
export function renewGuide(guide: string): string {
  return guide.replace(
    /(<!-- (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (whole, start: string, name: string, end: string) => {
      const make = Object.hasOwn(tables, name) ? tables[name] : undefined;
      return make ? `${start}\n${make()}\n\n${end}` : whole;
    },
  );
}

function toTypes(): string {
  return Object.entries(fieldTypes)
    .map(([name, { settings, filter }]) => {
      const operators = filter.operators.map((operator) => `\`${operator}\``).join(' ');
      const table = Object.keys(settings.shape).length === 0 ? '' : `\n\n${toTable(settings)}`;
      return `### \`${name}\`\n\nFilters: ${operators}.${table}`;
    })
    .join('\n\n');
}

function toFunctions(): string {
  const rows = Object.entries(functions).map(
    ([name, signature]: [string, Signature]) =>
      `| \`${signature.written ?? toCall(name, signature)}\` | ${kindText(signature.gives)} | ${signature.says} |`,
  );
  const ofRecords = Object.values(rollups).map(
    ({ written, gives, says }) => `| \`${written}\` | ${kindText(gives)} | ${says} |`,
  );
  return ['| expression | returns | meaning |', '|---|---|---|', ...rows, ...ofRecords].join('\n');
}

function toCall(name: string, { takes, many, optional = 0 }: Signature): string {
  const first = takes.length - optional;
  const args = takes.map((kind, index) => (index < first ? kindText(kind) : `[${kindText(kind)}]`));
  return `${name}(${args.join(', ')}${many ? ', …' : ''})`;
}

/** `same` and `any` both mean a value of any kind. */
function kindText(kind: ArgKind): string {
  return kind === 'same' || kind === 'any' ? 'value' : kind;
}

function toTable(settings: z.ZodType): string {
  const rows = [...toRows(toSchema(settings), '')].map(
    ([path, meaning]) => `| \`${path}\` | ${meaning.replaceAll('|', '\\|')} |`,
  );
  return ['| setting | meaning |', '|---|---|', ...rows].join('\n');
}

/** Each setting by its path: `app.title`, `roles.<name>.all`, `form[].tab`. */
function* toRows(schema: Schema, path: string): Iterable<[path: string, meaning: string]> {
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (typeof part === 'boolean') continue;
    const own = path ? `${path}.${name}` : name;
    if (part.description) yield [own, part.description];
    yield* toRows(part, own);
  }
  const { additionalProperties, anyOf = [], items } = schema;
  const inner = [
    [additionalProperties, `${path}.<name>`] as const,
    ...anyOf.map((way) => [way, path] as const),
    [items, `${path}[]`] as const,
  ];
  for (const [part, own] of inner)
    if (typeof part === 'object' && !Array.isArray(part)) yield* toRows(part, own);
}

if (import.meta.main) await writeFile(guidePath, renewGuide(await readFile(guidePath, 'utf8')));
