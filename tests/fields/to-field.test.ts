import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { textIn } from '../../src/fields/problems/localized-text.ts';
import { fieldTypes } from '../../src/fields/registry.ts';
import {
  commonSettings,
  fieldName,
  toDeclaration,
  toField,
} from '../../src/fields/type/to-field.ts';

const types = Object.entries(fieldTypes) as [string, FieldType][];

describe('a field', () => {
  it('has every default filled in', () => {
    const field = toField(fieldTypes.text, 'commonName', { type: 'text' }, ['en', 'de']);

    expect(field).toMatchObject({
      name: 'commonName',
      type: 'text',
      kind: fieldTypes.text,
      settings: { multiline: false, trim: true },
      label: { en: 'Common name', de: 'Common name' },
      required: false,
      unique: false,
      search: false,
      readOnly: false,
    });
    expect(field).not.toHaveProperty('default');
  });

  it.each(types)(
    'of type %s reads the declared settings as its whole grammar does',
    (type, kind) => {
      for (const { settings } of kind.examples) {
        const field = toField(kind, 'thing', { type, ...settings });

        expect(field.settings).toEqual(kind.settings.parse(settings));
      }
    },
  );

  it('reads the settings of every field as their whole grammar does', () => {
    const declared = { type: 'text', aliases: [' CAS No. '], required: true, label: 'Name' };

    const {
      name,
      kind,
      settings,
      default: preset,
      ...field
    } = toField(fieldTypes.text, 'name', declared);

    expect(field).toEqual({ ...commonSettings.parse(declared), label: { en: 'Name' } });
    expect({ name, kind, settings, preset }).toMatchObject({
      name: 'name',
      settings: { trim: true },
    });
  });

  it('keeps its declaration and passes settings to the type', () => {
    const declaration = {
      type: 'choice',
      label: { en: 'Tier', de: 'Stufe' },
      help: 'From 1, urgent, to 4.',
      required: true,
      default: 4,
      read: ['staff'],
      choices: [1, 2, 3, 4],
    };

    const field = toField(fieldTypes.choice, 'tier', declaration, ['en', 'de']);

    expect(field).toMatchObject({
      label: { en: 'Tier', de: 'Stufe' },
      help: { en: 'From 1, urgent, to 4.', de: 'From 1, urgent, to 4.' },
      required: true,
      default: 4,
      read: ['staff'],
      settings: { choices: [1, 2, 3, 4] },
    });
  });

  it.each([
    ['casId', 'Cas id'],
    ['inFccDb', 'In fcc db'],
    ['value', 'Value'],
    ['d1', 'D1'],
  ])('named %s has the label "%s" by default', (name, label) => {
    expect(toField(fieldTypes.text, name, { type: 'text' }).label.en).toBe(label);
  });

  it.each(['year', 'casId', 'd1'])('can be named %s', (name) => {
    expect(fieldName.safeParse(name).success).toBe(true);
  });

  it.each([
    'year_gte',
    'CasId',
    '1d',
    '',
    'a'.repeat(51),
    'constructor',
    'toString',
    'prototype',
    '_id',
    'grün',
  ])('cannot be named "%s"', (name) => {
    expect(fieldName.safeParse(name).success).toBe(false);
  });

  it('has parts if it is an object, created once', () => {
    const field = toField(fieldTypes.object, 'tagtog', {
      type: 'object',
      fields: {
        id: { type: 'text', label: { en: 'Id', de: 'Kennung' }, required: true },
        annComplete: { type: 'boolean' },
      },
    });

    const parts = field.kind.parts!(field.settings);

    expect([...parts.keys()]).toEqual(['id', 'annComplete']);
    expect(parts.get('id')).toMatchObject({ type: 'text', required: true, kind: fieldTypes.text });
    expect(textIn(parts.get('id')!.label, 'de')).toBe('Kennung');
    expect(textIn(parts.get('annComplete')!.label, 'de')).toBe('Ann complete');
    expect(field.kind.parts!(field.settings)).toBe(parts);
  });
});

describe('a declaration', () => {
  it.each(types)('of type %s accepts its examples and has a JSON Schema', (type, kind) => {
    const schema = toDeclaration(type, kind);

    for (const { settings } of kind.examples) {
      expect(schema.safeParse({ type, required: true, ...settings }).error).toBeUndefined();
    }
    expect(z.toJSONSchema(schema, { io: 'input' })).toMatchObject({
      type: 'object',
      properties: { type: { const: type }, label: { description: expect.any(String) } },
      additionalProperties: false,
    });
  });

  it.each<[type: keyof typeof fieldTypes, settings: object]>([
    ['text', { minLength: 2, maxLength: 2 }],
    ['number', { min: 1, max: 1 }],
    ['number', { integer: true, decimals: 0 }],
    ['number', { decimals: 15 }],
    ['choice', { choices: ['a', { value: 'b', was: 'c' }] }],
    ['choice', { choices: Array.from({ length: 500 }, (_, index) => index) }],
  ])('of type %s with %j is accepted', (type, settings) => {
    const { error } = toDeclaration(type, fieldTypes[type]).safeParse({ type, ...settings });

    expect(error).toBeUndefined();
  });

  it.each<[type: keyof typeof fieldTypes, settings: object, path: string, message: RegExp]>([
    ['text', { minLength: 5, maxLength: 2 }, 'minLength', /greater than maxLength/],
    ['text', { pattern: '(a' }, 'pattern', /Unterminated group/],
    ['text', { pattern: '(a+)\\1' }, 'pattern', /back-references/],
    ['text', { maxLength: 0 }, 'maxLength', /./],
    ['number', { min: 2, max: 1 }, 'min', /greater than max/],
    ['number', { integer: true, decimals: 2 }, 'decimals', /whole number/],
    ['choice', { choices: [] }, 'choices', /./],
    ['choice', { choices: [1, 'a'] }, 'choices.1', /all text or all numbers/],
    ['choice', { choices: ['a', { value: 'a' }] }, 'choices.1', /twice/],
    ['choice', { choices: ['a', { value: 'b', was: 'a' }] }, 'choices.1', /still one/],
    ['choice', { choices: ['a', { value: 'b', was: 1 }] }, 'choices.1', /different kind/],
    ['choice', {}, 'choices', /./],
    ['choices', { choices: [{ value: 'a', color: 'pink' }] }, 'choices.0', /./],
    ['reference', {}, 'to', /./],
    ['object', { fields: {} }, 'fields', /at least one part/],
    ['object', { fields: { a: { type: 'tags' } } }, 'fields.a.type', /./],
    ['object', { fields: { a: { type: 'text', unique: true } } }, 'fields.a', /unique/],
    ['object', { fields: { a_b: { type: 'text' } } }, 'fields.a_b', /./],
    ['boolean', { unknown: true }, '', /unknown/],
    ['boolean', { required: 'yes' }, 'required', /./],
    ['boolean', { label: {}, read: [] }, 'read', /./],
  ])('of type %s with %j is refused at %s', (type, settings, path, message) => {
    const { error } = toDeclaration(type, fieldTypes[type]).safeParse({ type, ...settings });

    expect(error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
    expect(error?.issues.some((issue) => message.test(issue.message))).toBe(true);
  });
});

test('a record without declared initial states begins in the first choice', () => {
  const declaration = { type: 'choice', choices: ['draft', 'done'], states: { transitions: [] } };

  const { kind, settings, ...field } = toField(fieldTypes.choice, 'state', declaration);

  expect(kind.states?.(settings)?.initial).toEqual(['draft']);
  expect(field.default).toBe('draft');
});

test('a default has the form in which records store it', () => {
  const defaultOf = (type: 'decimal' | 'date', preset: string) =>
    toField(fieldTypes[type], 'it', { type, default: preset }).default;

  expect(defaultOf('decimal', '5')).toBe('5.00');
  expect(defaultOf('date', '$today')).toBe('$today');
});
