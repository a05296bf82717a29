import { describe, expect, test } from 'vitest';
import {
  mayDo,
  mayRead,
  mayWrite,
  readableFields,
  referenceKey,
  writableFields,
} from '../../src/descriptor/access.ts';
import { operations } from '../../src/descriptor/descriptor.ts';
import { books, library, resourceOf } from './library.ts';

describe('access', () => {
  test.each([
    ['admin', 'list read create update delete export import history restore comment'],
    ['staff', 'list read create update export import comment'],
    ['viewer', 'list read comment'],
    ['guest', ''],
    ['nobody', ''],
    ['', ''],
    ['constructor', ''],
    ['__proto__', ''],
  ])('allows %s: %s', (role, expected) => {
    const allowed = operations.filter((operation) => mayDo(library, role, books, operation));

    expect(allowed.join(' ')).toBe(expected);
  });

  test('refuses a resource of another descriptor', () => {
    const stranger = { ...books };

    expect(mayDo(library, 'admin', stranger, 'read')).toBe(false);
  });

  test.each([
    ['admin', 16],
    ['staff', 15],
    ['viewer', 14],
    ['guest', 0],
  ])('shows %s %i fields', (role, count) => {
    expect(readableFields(library, role, books)).toHaveLength(count);
  });

  test.each([
    ['admin', 'secret', true],
    ['staff', 'secret', false],
    ['staff', 'price', true],
    ['viewer', 'price', false],
    ['viewer', 'shelf.room', true],
    ['viewer', '_id', true],
    ['viewer', 'createdBy', true],
    ['viewer', 'nothing', false],
    ['viewer', 'toString', false],
    ['guest', '_id', false],
    ['guest', 'code', false],
  ])('decides whether %s can read %s: %s', (role, field, expected) => {
    expect(mayRead(library, role, books, field)).toBe(expected);
  });

  test.each([
    ['admin', 'rating', true],
    ['staff', 'rating', false],
    ['staff', 'code', true],
    ['staff', 'shelf.room', true],
    // What one cannot see one cannot write.
    ['staff', 'secret', false],
    // Nobody writes what is read-only or the system's own.
    ['admin', 'lastLent', false],
    ['admin', '_version', false],
    ['viewer', 'code', false],
    ['guest', 'code', false],
  ])('decides whether %s can write %s: %s', (role, field, expected) => {
    expect(mayWrite(library, role, books, field)).toBe(expected);
  });

  test('lists writable fields in the order of their declaration', () => {
    expect(writableFields(library, 'staff', books).slice(0, 3)).toEqual(['code', 'name', 'year']);
  });

  test.each([
    ['admin', 'email'],
    ['staff', '_id'],
    ['guest', '_id'],
  ])('names users in the files of %s by %s', (role, key) => {
    expect(referenceKey(library, role, resourceOf('users'))).toEqual([key]);
  });
});
