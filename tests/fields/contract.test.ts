import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Example, FieldType } from '../../src/fields/type/field-type.ts';
import { operators } from '../../src/fields/type/operators.ts';
import { allProblemTexts } from '../../src/fields/problems/all-problem-codes.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import { fieldInputs } from '../../src/fields/registry.input.tsx';
import { fieldUis } from '../../src/fields/registry.ui.tsx';
import { valueProblems } from '../../src/fields/problems/value-problems.ts';
import { sqlTypes } from '../../src/store/sql-types.ts';

// What every type of field promises, asked of each by itself: one that is added is
// tested on the day it is added.

const types = Object.entries(fieldTypes) as [string, FieldType][];
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
formats.default(ajv);

describe.each(types)('%s', (name, kind) => {
  const examples = kind.examples.map((example) => ({
    ...example,
    settings: kind.settings.parse(example.settings),
  }));

  it('has valid and invalid examples', () => {
    expect(kind.examples.some(({ valid }) => valid.length > 0)).toBe(true);
    expect(kind.examples.some(({ invalid }) => invalid.length > 0)).toBe(true);
  });

  it.each(valuesOf(examples, 'valid'))('accepts %s', (_said, value, settings) => {
    const { error } = kind.value(settings).safeParse(value);

    expect(error && valueProblems(error, name)).toBeUndefined();
  });

  it.each(valuesOf(examples, 'invalid'))(
    'refuses %s with a problem of the catalogue',
    (_said, value, settings) => {
      const { error } = kind.value(settings).safeParse(value);

      expect(error).toBeDefined();
      const problems = valueProblems(error!, name);
      expect(problems.length).toBeGreaterThan(0);
      for (const problem of problems) {
        expect(allProblemTexts).toHaveProperty(String(problem.code));
        expect(problem.path.split('.')[0]).toBe(name);
        expect(problem.message).not.toMatch(/\{[a-z]+\}|undefined|Invalid input/);
      }
    },
  );

  it('can arrange its values if lists are arranged by them', () => {
    const { days, options } = fieldUis[name as keyof typeof fieldUis];

    expect(days !== undefined).toBe(kind.arranges === 'calendar');
    expect(options !== undefined || kind.arranges !== 'board').toBe(true);
    for (const { valid, settings } of days ? examples : [])
      for (const value of valid) {
        const rule = kind.value(settings);
        const moved = days!.onDay('2026-11-25', rule.parse(value) as string);
        expect(days!.dayOf(rule.parse(moved) as string)).toBe('2026-11-25');
        expect(rule.safeParse(days!.onDay('2026-11-25', undefined)).success).toBe(true);
      }
  });

  it.each(valuesOf(examples, 'valid'))(
    'keeps the canonical form of %s when it is sent back',
    (_said, value, settings) => {
      const stored = kind.value(settings).parse(value);

      expect(isEmpty(stored) ? stored : kind.value(settings).parse(stored)).toEqual(stored);
    },
  );

  it.each(valuesOf(examples, 'valid'))(
    'writes %s into a file and reads it back',
    (_said, value, settings) => {
      const stored = kind.value(settings).parse(value);
      if (isEmpty(stored)) return; // An empty value is an empty cell; no type writes it.

      const written = kind.text.write(stored, settings);

      expect(typeof written).toBe('string');
      expect(kind.value(settings).parse(kind.text.read(written, settings))).toEqual(stored);
    },
  );

  it('reads an empty cell as an empty value', () => {
    const [example] = examples;
    const read = kind.text.read('', example!.settings);

    expect(isEmpty(read) || (Array.isArray(read) && read.length === 0)).toBe(true);
  });

  it.each(examples)(
    'describes its rule as a JSON Schema that its values meet',
    ({ settings, valid }) => {
      const schema = z.toJSONSchema(kind.value(settings), { io: 'input' });
      const meets = ajv.compile(schema);

      const stored = valid.map((value) => kind.value(settings).parse(value));

      expect(Object.keys(schema).length).toBeGreaterThan(1);
      expect(stored.filter((value) => !isEmpty(value) && !meets(value))).toEqual([]);
    },
  );

  it('describes each setting for editors and the documentation', () => {
    const undescribed = Object.entries(kind.settings.shape).filter(
      ([, rule]) =>
        !/^[A-Z].*\.$/s.test(z.globalRegistry.get(rule as z.ZodType)?.description ?? ''),
    );

    expect(undescribed.map(([setting]) => setting)).toEqual([]);
  });

  it('refuses a setting it does not have', () => {
    const [example] = kind.examples;

    expect(kind.settings.safeParse({ ...example!.settings, noSuchSetting: 1 }).success).toBe(false);
  });

  it('keeps its values in a column of PostgreSQL', () => {
    for (const { settings } of examples) {
      expect(sqlTypes).toHaveProperty([kind.column(settings).sql]);
    }
  });

  it('has registered operators, and always the empty operator', () => {
    expect(Object.keys(operators)).toEqual(expect.arrayContaining([...kind.filter.operators]));
    expect(kind.filter.operators).toEqual(expect.arrayContaining(['null', 'nnull']));
    expect(new Set(kind.filter.operators).size).toBe(kind.filter.operators.length);
  });

  it.each(examples)(
    'accepts its values as operands, from JSON and from a query string',
    ({ settings, valid }) => {
      if (!kind.filter.operators.includes('eq')) return;
      for (const value of valid) {
        const stored: unknown = kind.value(settings).parse(value);
        for (const member of Array.isArray(stored) ? stored : [stored]) {
          const operand = kind.filter.operand(settings);

          expect(operand.parse(member)).toEqual(member);
          expect(operand.parse(String(member))).toEqual(member);
        }
      }
    },
  );

  it('describes its operand as a JSON Schema, for the parameters of the API', () => {
    for (const { settings } of examples) {
      expect(() => z.toJSONSchema(kind.filter.operand(settings), { io: 'input' })).not.toThrow();
    }
  });

  it('has a cell, an input and a filter in the browser', () => {
    const ui = (fieldUis as Record<string, unknown>)[name];
    const inputs = (fieldInputs as Record<string, unknown>)[name];

    expect(ui).toMatchObject({ Cell: expect.any(Function) });
    expect(inputs).toMatchObject({
      Input: expect.any(Function),
      Filter: expect.any(Function),
    });
  });
});

function valuesOf(
  examples: readonly Example[],
  which: 'valid' | 'invalid',
): [said: string, value: unknown, settings: Record<string, unknown>][] {
  return examples.flatMap(({ settings, ...values }) =>
    values[which].map(
      (value) => [say(value), value, settings] as [string, unknown, Record<string, unknown>],
    ),
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}

function say(value: unknown): string {
  const said = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
  return said.length > 60 ? `${said.slice(0, 60)}…` : said;
}
