import { describe, expect, test } from 'vitest';
import {
  entryOf,
  inFormOf,
  settingsOf,
  takesPaths,
} from '../../../../src/admin/pages/structure/settings/to-settings.ts';
import {
  appSettings,
  groupSettings,
} from '../../../../src/descriptor/settings/descriptor-settings.ts';
import { resourceSettings } from '../../../../src/descriptor/settings/resource-settings.ts';
import { viewSettings } from '../../../../src/descriptor/settings/views.ts';
import type { Schema } from '../../../../src/descriptor/read/schema-at.ts';

const kindsOf = (schema: Schema) =>
  Object.fromEntries(settingsOf(schema).map(({ name, kind }) => [name, kind]));

const settingOf = (schema: Schema, name: string) =>
  settingsOf(schema).find((setting) => setting.name === name)!;

describe('the settings of an object', () => {
  test('get an input by their grammar', () => {
    expect(kindsOf(resourceSettings.shape.list)).toEqual({
      columns: 'fields',
      filters: 'fields',
      sort: 'sort',
      perPage: 'number',
      filter: 'condition',
      colors: 'list',
    });
    expect(kindsOf(viewSettings)).toMatchObject({
      roles: 'roles',
      columns: 'fields',
      density: 'option',
      shownAs: 'shownAs',
    });
    expect(kindsOf(resourceSettings)).toMatchObject({
      group: 'group',
      list: 'object',
      children: 'list',
      order: 'field',
      public: 'object',
    });
    expect(kindsOf(appSettings)).toMatchObject({
      languages: 'options',
      current: 'collection',
      groups: 'list',
      dashboard: 'list',
      sidebar: 'object',
    });
    expect(kindsOf(groupSettings)).toMatchObject({ builtIn: 'options', label: 'localized' });
  });

  test('are explained', () => {
    const all = [resourceSettings, appSettings].flatMap((schema) => settingsOf(schema));

    expect(all.filter(({ description }) => description === '')).toEqual([]);
  });

  test('with several forms are shown in that of their value', () => {
    const form = settingOf(resourceSettings, 'form');

    expect(inFormOf(form, [{ tab: 'A', fields: ['title'] }]).kind).toBe('list');
    expect(settingsOf(inFormOf(form, { head: [] }).schema).map(({ name }) => name)).toContain(
      'layout',
    );
    expect(inFormOf(form, undefined).kind).toBe('value');
    expect(inFormOf(settingOf(resourceSettings, 'importKey'), 'isbn').kind).toBe('fields');
  });

  test('that name fields say whether they lead through references', () => {
    const tabs = settingsOf(inFormOf(settingOf(resourceSettings, 'form'), {}).schema);
    const section = entryOf(tabs.find(({ name }) => name === 'tabs')!);

    expect(takesPaths(settingOf(resourceSettings.shape.list, 'columns'))).toBe(true);
    expect(takesPaths(settingOf(section, 'fields'))).toBe(false);
  });
});
