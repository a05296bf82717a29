import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { checkField } from '../../src/descriptor/field-check.ts';
import { defineFieldType, type FieldType } from '../../src/fields/field-type.ts';
import { equality } from '../../src/fields/operators.ts';
import { partTypes } from '../../src/fields/part-types.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { toField } from '../../src/fields/to-field.ts';
import { top } from '../support/source-files.ts';

const page = readFileSync(join(top, 'docs/adding-a-field-type.md'), 'utf8');
const steps = page.split(/^(?=\d\. )/m).slice(1);
const quoted = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const toFileName = (type: string): string =>
  type.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

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
    expect(files.filter((path) => !existsSync(join(top, path)))).toEqual([]);
  });

  test('names the members that every type needs, with which a made-up one works', () => {
    const [, sentence = ''] = /It needs (.*?); all other members/s.exec(steps[0]!) ?? [];
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

  test('names registries that are there, the first three for what may be a part of an object', () => {
    const registries = quoted(steps[2]!).filter((name) => name.includes('.ts'));
    const source = (name: string) => readFileSync(join(top, 'src/fields', name), 'utf8');

    expect(registries).toHaveLength(6);
    for (const type of Object.keys(partTypes))
      for (const registry of registries.slice(0, 3))
        expect(source(registry)).toMatch(new RegExp(`\\b${type}\\b`));
    for (const type of Object.keys(fieldTypes).filter((name) => !(name in partTypes)))
      for (const registry of registries.slice(3))
        expect(source(registry)).toMatch(new RegExp(`\\b${type}\\b`));
  });

  test('names files, folders and commands that are there', () => {
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
});
