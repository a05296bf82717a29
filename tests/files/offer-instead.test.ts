import { expect, it } from 'vitest';
import { proposeValue } from '../../src/files/import/rows/checked-values.ts';
import { cas } from '../../src/fields/types/cas/cas.ts';
import { toField } from '../../src/fields/type/to-field.ts';

const field = toField(cas, 'casId', { type: 'cas' });
const offer = { proposed: '80-05-7', value: '80-05-7' };

it.each([
  ['a text', '80-5-7', offer],
  ['a number', 80_057, offer],
  ['a day', new Date('1980-05-07T00:00:00Z'), offer],
  ['a list of one text', ['80-5-7'], undefined],
  ['nothing', null, undefined],
  ['a text that stands for none', '80-05-8', undefined],
])('offers the probable value instead of %s', (_, value, expected) => {
  expect(proposeValue(field, value)).toEqual(expected);
});
