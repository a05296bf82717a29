import { describe, expect, test } from 'vitest';
import { checkHookCode } from '../../src/api/check-code.ts';
import { defineHook, defineInstallation } from '../../src/api/extending.ts';
import { libraryDescriptor } from '../support/library.ts';

const run = async () => undefined;

describe('a hook', () => {
  test('for an undeclared collection is D087, with a suggestion', () => {
    const hooks = [
      defineHook({ resource: 'book' }),
      defineHook({ resource: 'books' }),
      defineHook({ name: 'nightly', every: '1d', run }),
    ];

    const flaws = checkHookCode(libraryDescriptor(), hooks);

    expect(flaws).toMatchObject([
      { problem: { code: 'D087', path: 'resources', hint: 'did you mean books?' }, at: 'key' },
    ]);
  });

  test.each([
    ['15m'],
    ['1h'],
    ['7d'],
    [{ dailyAt: '23:59' }],
    [{ dailyAt: '03:00', timeZone: 'Europe/Berlin' }],
  ] as const)('may run every %j', (every) => {
    expect(defineHook({ name: 'x', every, run }).every).toBe(every);
  });

  test.each([
    ['0m'],
    ['-1h'],
    ['1.5h'],
    [{ dailyAt: '24:00' }],
    [{ dailyAt: '3:00' }],
    [{ dailyAt: '03:00', timeZone: 'Europe/Berlyn' }],
  ] as const)('may not run every %j', (every) => {
    expect(() => defineHook({ name: 'x', every, run })).toThrow('The hook x has every');
  });

  test('has a unique name', () => {
    const hooks = [
      defineHook({ resource: 'books' }),
      defineHook({ name: 'books', every: '1h', run }),
    ];
    const parts = { screens: { pages: {} }, actions: [], routes: [] };

    expect(() => defineInstallation({ ...parts, hooks })).toThrow('Two hooks have the name books');
  });
});
