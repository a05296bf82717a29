import { expect, test } from 'vitest';
import {
  type Entries,
  shownFields,
  toBody,
  toEntries,
} from '../../../src/admin/sign-in/public-form/form-values.ts';
import type { FormField, FormView } from '../../../src/contract/public-form.ts';

const label = { en: 'X' };
const field = (name: string, more: Partial<FormField> = {}): FormField => ({
  name,
  label,
  input: 'text',
  many: false,
  required: false,
  preset: null,
  ...more,
});
const formOf = (...fields: FormField[]): FormView => ({
  label,
  isConfirmed: false,
  trap: '_website',
  timeZone: 'Asia/Tokyo',
  fields,
});
const is = (path: string, value: unknown) => ({ path, operator: 'eq', operands: [value] });

const trip = formOf(
  // Shown before what decides about it.
  field('seat', { shown: is('way', 'bus') }),
  field('way', { shown: is('comes', true) }),
  field('comes', { input: 'boolean' }),
  field('wish', { demanded: is('way', 'bus') }),
);
const shownIn = (entries: Entries) => shownFields(trip, entries).map(({ field: { name } }) => name);

test('what was entered in a field that is hidden again shows and demands nothing', () => {
  const entered = { comes: true, way: 'bus', seat: 'window', wish: '' };
  expect(shownIn(entered)).toEqual(['seat', 'way', 'comes', 'wish']);
  const hidden = { ...entered, comes: false };

  expect(shownIn(hidden)).toEqual(['comes', 'wish']);
  expect(shownFields(trip, hidden).some(({ isRequired }) => isRequired)).toBe(false);
  expect(toBody(trip, hidden)).toEqual({ comes: false, wish: null });
});

test('an empty field whose value is copied is neither demanded nor sent', () => {
  const form = formOf(field('price', { required: true, isDerived: true }), field('note'));

  expect(shownFields(form, toEntries(form))[0]?.isRequired).toBe(false);
  expect(toBody(form, toEntries(form))).toEqual({ note: null });
  expect(toBody(form, { price: '5', note: '' })).toEqual({ price: '5', note: null });
});

test('times are those of the installation, as presets and as entries', () => {
  const form = formOf(field('at', { input: 'datetime', preset: '2026-07-01T15:30:12.000Z' }));

  expect(toEntries(form)).toEqual({ at: '2026-07-02T00:30' });
  expect(toBody(form, { at: '2026-07-02T01:00' })).toEqual({ at: '2026-07-01T16:00:00.000Z' });
});
