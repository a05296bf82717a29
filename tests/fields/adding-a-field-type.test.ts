import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkField } from '../../src/descriptor/field-check.ts';
import { defineFieldType, type FieldType } from '../../src/fields/type/field-type.ts';
import { equality } from '../../src/fields/type/operators.ts';
import { partTypes } from '../../src/fields/part-types.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { toField } from '../../src/fields/type/to-field.ts';
import { compile } from '../support/compile.ts';
import { blocksOf } from '../support/run-page.ts';
import { top } from '../support/source-files.ts';
import { openTemporaryFolder } from '../support/temporary-folder.ts';

/** Without its blocks of code, whose signs would be taken for those around names. */
const page = readFileSync(join(top, 'docs/adding-a-field-type.md'), 'utf8').replaceAll(
  /^```.*?^```$/gms,
  '',
);
const steps = page.split(/^## (?=\d\. )/m).slice(1);
const quoted = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const toFileName = (type: string): string =>
  type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Whether a registry gives the type the inputs or the cell that it shares with others, or those of another type. */
function isShared(type: string, path: string): boolean {
  const [registries, part] = path.endsWith('.input.tsx')
    ? [['part-inputs.ui.ts', 'registry.input.tsx'], 'lineInputs']
    : [['part-uis.ui.ts', 'registry.ui.tsx'], 'identifierUi'];
  const texts = registries.map((name) => readFileSync(join(top, 'src/fields', name), 'utf8'));
  const shared = new RegExp(`\\b${type}: (.*\\b${part}\\b|(?!${type})\\w+(Ui|Inputs),)`);
  return path.endsWith('.tsx') && shared.test(texts.join(''));
}

type RequiredOf<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

/** The compiler compares this with the type, the test with the page. */
const required: Record<RequiredOf<FieldType>, true> = {
  settings: true,
  column: true,
  value: true,
  filter: true,
  text: true,
  examples: true,
};

describe('the page on adding a type of field', () => {
  test('has nine steps in their order', () => {
    expect(steps.map((step) => step[0])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test.each(Object.keys(fieldTypes))('names the files that %s has', (type) => {
    const files = quoted(steps[0]! + steps[1]!)
      .filter((path) => path.includes('<type>'))
      .map((path) => path.replaceAll('<type>', toFileName(type)));

    expect(files).toHaveLength(3);
    const missing = files.filter((path) => !existsSync(join(top, path)));
    expect(missing).toEqual(files.filter((path) => isShared(type, path)));
  });

  test('names the members that every type needs, which suffice for a new one', () => {
    const [, sentence = ''] = /It needs (.*?); only some types/s.exec(steps[0]!) ?? [];
    const rule = z.string().regex(/^T-\d+$/);
    const ticketNumber = defineFieldType({
      settings: z.strictObject({}),
      column: () => ({ sql: 'text' }),
      value: () => rule,
      filter: { operators: equality, operand: () => rule },
      text: { write: (value: string) => value, read: (written) => written },
      examples: [{ settings: {}, valid: ['T-1'], invalid: ['1'] }],
    });
    const field = {
      ...toField(fieldTypes.text, 'number', { type: 'text' }),
      kind: ticketNumber,
      settings: {},
    };

    expect(quoted(sentence).filter((name) => /^\w+$/.test(name))).toEqual(Object.keys(required));
    expect(checkField(field, 'T-1')).toEqual({ value: 'T-1' });
    expect(checkField(field, '1')).toHaveProperty('problems');
  });

  test('names existing registries, the first three for possible parts of an object', () => {
    const registries = quoted(steps[2]!).filter((name) => /^(part-|registry)[\w.-]+$/.test(name));
    const source = (name: string) => readFileSync(join(top, 'src/fields', name), 'utf8');

    expect(registries).toHaveLength(6);
    for (const type of Object.keys(partTypes))
      for (const registry of registries.slice(0, 3))
        expect(source(registry)).toMatch(new RegExp(`\\b${type}\\b`));
    for (const type of Object.keys(fieldTypes).filter((name) => !(name in partTypes)))
      for (const registry of registries.slice(3))
        expect(source(registry)).toMatch(new RegExp(`\\b${type}\\b`));
  });

  test('names existing files, folders and commands', () => {
    const names = quoted(page);
    const paths = names
      .flatMap((name) => name.split(' '))
      .filter((name) => /^(src|docs|tests)\//.test(name) && !name.includes('<'))
      .concat(names.filter((name) => /^[\w-]+\.json$/.test(name)));
    const scripts = names.flatMap((name) => /^npm run (\w+)/.exec(name)?.[1] ?? []);
    const verbs = names.flatMap((name) => /^npx backoffice (\w+)/.exec(name)?.[1] ?? []);
    const { scripts: known } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'));

    expect(paths.length).toBeGreaterThan(8);
    expect(paths.filter((path) => !existsSync(join(top, path)))).toEqual([]);
    expect(scripts.filter((name) => !(name in known))).toEqual([]);
    expect(scripts).toEqual(expect.arrayContaining(['docs', 'build']));
    expect(verbs.filter((name) => !existsSync(join(top, `src/hosts/commands/${name}.ts`)))).toEqual(
      [],
    );
    expect(verbs).toContain('schema');
  });

  test(
    'explains a type that compiles only with its entries',
    {
      timeout: 240_000,
    },
    async () => {
      const project = await copyOfFields();
      for (const { path, block } of filesOf()) await write(project, path, block);
      const [first, ...others] = editsOf();

      for (const edit of others) await insert(project, edit);
      const forgotten = await compile(project, ['src/fields']);
      await insert(project, first!);
      const complete = await compile(project, ['src/fields']);

      expect(editsOf().map(({ path }) => path)).toHaveLength(7);
      expect(forgotten).toContain('isbn');
      expect(complete).toBe('');
    },
  );

  test('explains rules that its examples meet', async () => {
    const project = await copyOfFields();
    for (const { path, block } of filesOf()) await write(project, path, block);

    const { isbn } = await import(join(project, 'src/fields/types/isbn/isbn.ts'));
    const ruleOf = (settings: object) => isbn.value(isbn.settings.parse(settings));

    expect(ruleOf({}).parse('ISBN 978-3-16-148410-0')).toBe('9783161484100');
    expect(isbn.examples).toHaveLength(2);
    for (const { settings, valid, invalid } of isbn.examples) {
      const passes = (value: unknown) => ruleOf(settings).safeParse(value).success;
      expect(valid.filter((value: unknown) => !passes(value))).toEqual([]);
      expect(invalid.filter(passes)).toEqual([]);
    }
  });
});

const folder = await openTemporaryFolder();
let copies = 0;

/** A project with nothing but `src/fields`, to be changed as the page says. */
async function copyOfFields(): Promise<string> {
  const project = join(folder, String((copies += 1)));
  for (const part of ['src/fields', 'src/admin/messages/en', 'src/admin/messages/de'])
    await cp(join(top, part), join(project, part), { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  await symlink(join(top, 'node_modules'), join(project, 'node_modules'));
  return project;
}

/** The files that the page prints whole. */
function filesOf(): { path: string; block: string }[] {
  return blocksOf('docs/adding-a-field-type.md').flatMap(({ text: block }) => {
    const [line, path] = /^\/\/ (src\/\S+)\n/.exec(block) ?? [];
    return path ? [{ path, block: block.slice(line!.length) }] : [];
  });
}

type Edit = { path: string; line: string; entry: string };

/** The rows of the tables of steps 3 and 4. */
function editsOf(): Edit[] {
  return [...page.matchAll(/^\| `(src\/[^`]+)` \| (?:`(import [^`]+)` \| )?`([^`]+,)` \|$/gm)].map(
    ([, path = '', line = '', entry = '']) => ({ path, line, entry }),
  );
}

/** Writes an entry behind the one of `inchiKey`, which stands in all these files. */
async function insert(project: string, { path, line, entry }: Edit): Promise<void> {
  const file = join(project, path);
  const before = await readFile(file, 'utf8');
  const after = before.replace(/^ +inchiKey\b.*,$/m, (found) => `${found}\n${entry}`);
  expect(after).not.toBe(before);
  await writeFile(file, `${line}\n${after}`);
}

async function write(project: string, path: string, block: string): Promise<void> {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), block);
}
