import { describe, expect, test } from 'vitest';
import { readValue, writeValue } from '../../../../src/admin/pages/structure/settings/json-text.ts';
import { withWords, wordsIn } from '../../../../src/admin/pages/structure/settings/text-parts.ts';
import {
  entryOf,
  settingsOf,
  toSettings,
  type Setting,
} from '../../../../src/admin/pages/structure/settings/to-settings.ts';
import { texts as german } from '../../../../src/admin/messages/de/pages/structure-settings.ts';
import { texts as english } from '../../../../src/admin/messages/en/pages/structure-settings.ts';
import { settingPlaces } from '../../../../src/descriptor/read/setting-places.ts';
import type { Schema } from '../../../../src/descriptor/read/schema-at.ts';
import { appSettings } from '../../../../src/descriptor/settings/descriptor-settings.ts';
import { resourceSettings } from '../../../../src/descriptor/settings/resource-settings.ts';
import { fieldTypes } from '../../../../src/fields/registry.ts';

/** All settings below a part of the grammar. */
function settingsIn(schema: Schema): Setting[] {
  return settingsOf(schema).flatMap((one) => {
    const inner = one.kind === 'list' ? entryOf(one) : one.schema;
    return [one, ...(['list', 'object'].includes(one.kind) ? settingsIn(inner) : [])];
  });
}

const kindsOf = (type: string) =>
  Object.fromEntries(toSettings(type).map(({ name, kind }) => [name, kind]));

describe('the settings of a type', () => {
  test.each(Object.entries(fieldTypes))('%s: all of them, each explained', (type, kind) => {
    const settings = toSettings(type);

    const names = settings.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(kind.settings.shape), 'label']));
    expect(names).not.toContain('type');
    expect(settings.filter(({ description }) => description === '')).toEqual([]);
  });

  test('have words in both languages wherever the grammar declares one', () => {
    const declared = settingPlaces.map(({ place }) => place);

    expect(Object.keys(english.settings).sort()).toEqual(declared.sort());
    expect(Object.keys(german.settings).sort()).toEqual(declared);
  });

  test('offer options that have words', () => {
    const settings = [...Object.keys(fieldTypes).flatMap(toSettings), ...settingsIn(appSettings)];
    const options = [...settings, ...settingsIn(resourceSettings)].flatMap((one) => one.options);

    const withoutWords = options.filter((option) => !Object.hasOwn(english.options, option));
    // These are their own words.
    expect(withoutWords).toEqual(['POST', 'PUT', 'PATCH', 'DELETE']);
  });

  test('get an input by their grammar', () => {
    expect(kindsOf('text')).toMatchObject({
      multiline: 'switch',
      maxLength: 'number',
      pattern: 'text',
      order: 'option',
      pageOf: 'field',
      label: 'localized',
      aliases: 'texts',
      read: 'roles',
      when: 'object',
    });
    expect(kindsOf('reference')).toMatchObject({ to: 'collection', filter: 'condition' });
    expect(kindsOf('number')).toMatchObject({ qualifier: 'field', min: 'number' });
    expect(kindsOf('choice')).toMatchObject({ choices: 'choices' });
  });

  test('say which ones a field cannot be without, and what counts without the others', () => {
    const named = new Map(toSettings('references').map((setting) => [setting.name, setting]));

    expect([...named.values()].filter(({ isRequired }) => isRequired)).toEqual([named.get('to')]);
    expect(named.get('maxEntries')).toMatchObject({ preset: 10_000 });
  });
});

describe('the words of a text', () => {
  const languages = ['en', 'de'];
  const change = (declared: unknown, language: string, text: string) =>
    withWords(declared, languages, { language, text, usual: 'Usual' });

  test('of one text for all languages are in the first', () => {
    expect(wordsIn('Title', 'en', languages)).toBe('Title');
    expect(wordsIn('Title', 'de', languages)).toBe('');
    expect(wordsIn({ de: 'Titel' }, 'de', languages)).toBe('Titel');
  });

  test('stay one text until another language has its own', () => {
    expect(change(undefined, 'en', 'Title')).toBe('Title');
    expect(change('Title', 'en', 'Name')).toBe('Name');
    expect(change('Title', 'de', 'Titel')).toEqual({ en: 'Title', de: 'Titel' });
    expect(change({ en: 'Title', de: 'Titel' }, 'de', '')).toBe('Title');
  });

  test('in one language alone come with the usual ones in the first', () => {
    expect(change(undefined, 'de', 'Titel')).toEqual({ en: 'Usual', de: 'Titel' });
  });

  test('are never empty', () => {
    const words = { language: 'de', text: 'B', usual: '' };
    expect(withWords(undefined, languages, words)).toEqual({ de: 'B' });
  });

  test('keep languages that the app does not have', () => {
    expect(change({ en: 'Title', fr: 'Titre' }, 'en', 'Name')).toEqual({
      en: 'Name',
      de: 'Usual',
      fr: 'Titre',
    });
  });

  test('are gone when nothing is left', () => {
    expect(change('Title', 'en', ' ')).toBeUndefined();
  });

  test('of an app with one language keep their form', () => {
    const words = { language: 'en', text: 'Name', usual: '' };
    expect(withWords({ en: 'Title' }, ['en'], words)).toEqual({ en: 'Name' });
    expect(withWords('Title', ['en'], words)).toBe('Name');
  });
});

describe('a value of any form', () => {
  test.each(['$today', 'EUR', '5', 'true', 'null', '', ' x', 5, 0, true, ['a'], { $field: 'x' }])(
    '%j is read as it was written',
    (value) => {
      expect(readValue(writeValue(value))).toEqual({ value });
    },
  );

  test('needs no quotes for text, and says what is wrong with JSON', () => {
    expect(readValue('$today')).toEqual({ value: '$today' });
    expect(readValue('')).toEqual({});
    expect(readValue('{ "a": ').problem).toMatch(/JSON/);
  });
});
