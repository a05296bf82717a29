import { expect, it } from 'vitest';
import { isComparable, isMany } from '../../../src/descriptor/infer/read-default.ts';

it.each([
  ['text', {}, { many: false, comparable: true }],
  ['reference', { to: 'plants' }, { many: false, comparable: true }],
  ['tags', {}, { many: true, comparable: false }],
  ['references', { to: 'plants' }, { many: true, comparable: false }],
  ['json', {}, { many: false, comparable: false }],
])('a field of type %s with %j is %j', (type, settings, { many, comparable }) => {
  // What every field may have is no matter of its type.
  const field = { declaration: { type, ...settings, required: true } };

  expect([isMany(field), isComparable(field)]).toEqual([many, comparable]);
});
