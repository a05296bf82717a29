import { expect, test } from 'vitest';
import { nameToLabel } from '../../src/descriptor/name-to-label.ts';

test.each([
  ['chemFamilies', 'Chem families'],
  ['ec2Number', 'Ec2 number'],
  ['x', 'X'],
])('the label of %s is %s', (name, label) => {
  expect(nameToLabel(name)).toBe(label);
});
