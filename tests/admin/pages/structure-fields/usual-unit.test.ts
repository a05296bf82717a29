import { expect, test } from 'vitest';
import { usualUnit } from '../../../../src/admin/pages/structure/settings/field-kinds.ts';

const money = (currency: unknown) => ({ type: 'money', currency });

const resourcesOf = (...fields: object[]) => ({
  resources: Object.fromEntries(fields.map((field, at) => [`r${at}`, { fields: { a: field } }])),
});

test.each([
  ['of most fields of the type', [money('CHF'), money('EUR'), money('EUR')], { currency: 'EUR' }],
  ['of none, if no field has one', [{ type: 'text' }], {}],
  ['of none, if the records have theirs', [money({ $field: 'coin' })], {}],
])('a new amount has the currency %s', (_, fields, unit) => {
  expect(usualUnit(resourcesOf(...fields), { type: 'money' })).toEqual(unit);
});

test('other types have no currency', () => {
  expect(usualUnit(resourcesOf(money('EUR')), { type: 'number' })).toEqual({});
});
