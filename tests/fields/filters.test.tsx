import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FieldType } from '../../src/fields/type/field-type.ts';
import { fieldTypes, type FieldTypeName } from '../../src/fields/registry.ts';
import { closeFieldScreen, fieldOf, openFilter } from '../support/field-screen.tsx';

const choices = [{ value: 'new', label: { en: 'New one', de: 'Neuer' } }, 'old'];

afterEach(closeFieldScreen);

describe('a filter', () => {
  it.each<[type: FieldTypeName]>([
    ['text'],
    ['email'],
    ['url'],
    ['cas'],
    ['ec'],
    ['doi'],
    ['inchiKey'],
    ['structure'],
  ])('of type %s finds a text', async (type) => {
    const { user, values } = openFilter(type, {});

    await user.type(screen.getByLabelText('Thing contains'), '80-05');

    expect(values()).toEqual({ thing_contains: '80-05' });
    expect(fieldTypes[type].filter.operators).toContain('contains');
  });

  it('of type number is from–to', async () => {
    const { user, values } = openFilter('number', {});

    await user.type(screen.getByLabelText('From'), '10');
    await user.type(screen.getByLabelText('To'), '20.5');

    expect(values()).toEqual({ thing_gte: 10, thing_lte: 20.5 });
  });

  it('of type decimal is from–to, exactly as typed', async () => {
    const { user, values } = openFilter('decimal', {});

    await user.type(screen.getByLabelText('From'), '9.999');
    await user.type(screen.getByLabelText('To'), '20,5');

    expect(values()).toEqual({ thing_gte: '9.999', thing_lte: '20.50' });
  });

  it('of type file finds name and type, and sizes in megabytes', async () => {
    const { user, values } = openFilter('file', {});

    await user.type(screen.getByLabelText('File name contains'), 'study');
    await user.type(screen.getByLabelText('File type contains'), 'pdf');
    const size = screen.getByRole('group', { name: 'File size (MB)' });
    await user.type(within(size).getByLabelText('From'), '1.5');

    expect(values()).toEqual({
      'thing.name_contains': 'study',
      'thing.type_contains': 'pdf',
      'thing.size_gte': 1_500_000,
    });
  });

  it('of type date is from–to, and counts only when a day is whole', async () => {
    const { user, values } = openFilter('date', {});

    await user.type(screen.getByLabelText('From'), '21.11.2026');
    await user.type(screen.getByLabelText('To'), '22.11');
    expect(values()).toEqual({ thing_gte: '2026-11-21' });

    await user.type(screen.getByLabelText('To'), '.2026');
    expect(values()).toEqual({ thing_gte: '2026-11-21', thing_lte: '2026-11-22' });
  });

  it('of type time and duration is from–to', async () => {
    const times = openFilter('time', {});
    await times.user.type(screen.getByLabelText('From'), '8:00');
    expect(times.values()).toEqual({ thing_gte: '08:00' });
    closeFieldScreen();

    const { user, values } = openFilter('duration', {});
    await user.type(screen.getByLabelText('From'), '90m');
    await user.type(screen.getByLabelText('To'), '2');
    expect(values()).toEqual({ thing_gte: 5400 });
  });

  it('of type datetime uses days of the reader, including the last one', async () => {
    const { user, values } = openFilter('datetime', {});

    await user.type(screen.getByLabelText('From'), '21.11.2026');
    await user.type(screen.getByLabelText('To'), '21.11.2026');

    expect(values()).toEqual({
      thing_gte: new Date(2026, 10, 21).toISOString(),
      thing_lte: new Date(2026, 10, 21, 23, 59, 59, 999).toISOString(),
    });
  });

  it('of type boolean offers yes, no or any', async () => {
    const { user, values } = openFilter('boolean', { required: true });

    await user.click(screen.getByLabelText('Thing'));
    await user.click(screen.getByRole('option', { name: 'No' }));
    expect(values()).toEqual({ thing: false });

    await user.click(screen.getByLabelText('Thing'));
    await user.click(screen.getByRole('option', { name: 'Any' }));
    expect(values()).toEqual({});
  });

  it.each<[type: FieldTypeName]>([['choice'], ['choices']])(
    'of type %s selects one of several',
    async (type) => {
      const { user, values } = openFilter(type, { choices });

      await user.click(screen.getByLabelText('Thing'));
      await user.click(screen.getByRole('option', { name: 'New one' }));
      await user.click(screen.getByRole('option', { name: 'old' }));

      expect(values()).toEqual({ thing_in: ['new', 'old'] });
    },
  );

  it('of type tags finds whole tags or a text in them', async () => {
    const { user, values } = openFilter('tags', { required: true });

    await user.type(screen.getByLabelText('Thing is one of'), 'BPA{enter}');
    await user.type(screen.getByLabelText('Thing contains'), 'phenol');

    expect(values()).toEqual({ thing_in: ['BPA'], thing_contains: 'phenol' });
  });

  it('of type object has the filters of its parts', async () => {
    const fields = { id: { type: 'text', label: 'Id' }, year: { type: 'number', label: 'Year' } };
    const { user, values } = openFilter('object', { fields });

    await user.type(screen.getByLabelText('Id contains'), 'a');
    await user.type(screen.getByLabelText('From'), '2000');

    expect(values()).toEqual({ 'thing.id_contains': 'a', 'thing.year_gte': 2000 });
  });

  it.each(
    (Object.entries(fieldTypes) as [FieldTypeName, FieldType][]).filter(
      // Every record has a number.
      ([, kind]) => !kind.relation && !kind.numbering,
    ),
  )('of type %s can check whether there is a value', async (type, kind) => {
    const { user, values } = openFilter(type, kind.examples[0]!.settings);

    await user.click(await screen.findByLabelText('Value'));
    await user.click(screen.getByRole('option', { name: 'Empty' }));
    expect(values()).toEqual({ thing_null: true });

    await user.click(await screen.findByLabelText('Value'));
    await user.click(screen.getByRole('option', { name: 'Filled in' }));
    expect(values()).toEqual({ thing_nnull: true });

    await user.click(await screen.findByLabelText('Value'));
    await user.click(screen.getAllByRole('option', { name: 'Any' }).at(-1)!);
    expect(values()).toEqual({});
  });

  it('of a required field does not check whether there is a value', () => {
    openFilter('text', { required: true });

    expect(screen.queryByLabelText('Value')).toBeNull();
  });

  it('shows the current filter', () => {
    openFilter('number', {}, { thing_gte: 5, thing_null: 'true' });

    expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('5');
    expect(screen.getByLabelText('Value').textContent).toBe('Empty');
  });
});

describe('the width of an input', () => {
  it('is small for a number, and full for a long text', () => {
    const width = (type: FieldTypeName, settings = {}) => {
      const { field, ui } = fieldOf(type, settings);
      return ui.width?.(field);
    };

    expect(width('number')).toBe('narrow');
    expect(width('text', { multiline: true })).toBe('wide');
    expect(width('text')).toBeUndefined();
  });
});
