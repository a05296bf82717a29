import { expect, test } from 'vitest';
import {
  choose,
  chosenOptions,
  toDifferences,
} from '../../../src/admin/pages/duplicates/differing-fields.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { requireEntry } from '../../../src/fields/require-entry.ts';

// A sign such as `<` beside the value of another record would say what nobody has said.

const { resources } = toDescriptor({
  roles: { admin: { all: true } },
  resources: {
    users: { fields: { role: { type: 'choice', choices: ['admin'] } } },
    results: {
      fields: {
        value: { type: 'number', qualifier: 'sign' },
        sign: { type: 'choice', choices: ['<', '='] },
      },
    },
  },
});
const fields = [...requireEntry(resources, 'results').fields.values()];
const result = (_id: string, value: number | null, sign: string | null) => ({
  _id,
  _version: 1,
  value,
  sign,
});

/** The values that the merge takes into the record `a`. */
function taken(records: readonly ReturnType<typeof result>[], ...chosen: [string, number][]) {
  const differences = toDifferences(fields, records);
  const choices = chosen.reduce(
    (before, [name, index]) => choose(differences, before, 'a', { name, index }),
    {},
  );
  const options = chosenOptions(differences, choices, 'a');
  return differences.map((each, at) => each.options[options[at]!]?.value);
}

const exact = result('a', 0.5, null);
const bound = result('b', 0.4, '<');

test('the sign of a merged bound comes from the record of its value', () => {
  expect(taken([exact, bound])).toEqual([0.5, null]);
  expect(taken([exact, bound], ['value', 1])).toEqual([0.4, '<']);
  expect(taken([exact, bound], ['sign', 1])).toEqual([0.4, '<']);
  expect(taken([result('a', null, null), bound])).toEqual([0.4, '<']);
});

test('of equal values, each sign can be chosen', () => {
  const same = result('c', 0.5, '<');

  expect(taken([exact, same, bound])).toEqual([0.5, null]);
  expect(taken([exact, same, bound], ['sign', 1])).toEqual([0.5, '<']);
});
