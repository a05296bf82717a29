import { expect, test } from 'vitest';
import { failureOf } from '../../src/store/connection/tracing.ts';

test.each([
  ['an error with a code', Object.assign(new Error('secret'), { code: '23505' }), '23505'],
  ['an error without a code', new TypeError('secret'), 'TypeError'],
  ['an error with a number', Object.assign(new RangeError('secret'), { code: 7 }), 'RangeError'],
  ['anything else', 'secret', 'Error'],
])('a span names the kind of %s, without its message', (_, error, failure) => {
  expect(failureOf(error)).toBe(failure);
});
