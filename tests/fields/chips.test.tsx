import { screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { FieldTypeName } from '../../src/fields/registry.ts';
import { closeFieldScreen, openInput } from '../support/field-screen.tsx';

const sixty = Array.from({ length: 60 }, (_, index) => `tag ${index}`);

afterEach(closeFieldScreen);

test.each<[type: FieldTypeName, settings: object, value: unknown]>([
  ['tags', {}, ['x\u202Elive']],
  ['choices', { choices: ['x\u202Elive'] }, ['x\u202Elive']],
])('an input of type %s keeps the direction of a text within its chip', (type, settings, value) => {
  const { values } = openInput(type, settings, value);

  expect(within(screen.getByRole('button', { name: 'x␦live' })).getByText('x␦live').tagName).toBe(
    'BDI',
  );
  expect(values()).toEqual({ thing: value });
});

test.each<[type: FieldTypeName, settings: object]>([
  ['tags', {}],
  ['choices', { choices: sixty }],
])(
  'an input of type %s shows the first twenty chips, and typing finds the others',
  async (type, settings) => {
    const { user, values } = openInput(type, settings, sixty);
    const chips = (): HTMLElement[] => screen.queryAllByRole('button', { name: /^tag/ });
    expect(chips()).toHaveLength(20);

    await user.type(screen.getByRole('combobox'), 'TAG 57');
    expect(chips().map((chip) => chip.textContent)).toEqual(['tag 57']);
    await user.clear(screen.getByRole('combobox'));
    await user.click(screen.getByRole('button', { name: '40 more' }));

    expect(chips()).toHaveLength(60);
    expect(values()).toEqual({ thing: sixty });
  },
);
