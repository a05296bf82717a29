import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { exampleOf } from '../../src/fields/example-of.ts';
import {
  closeFieldScreen,
  fieldOf,
  openFilter,
  type OpenForm,
  openInput,
  showCell,
} from '../support/field-screen.tsx';

const fax = {
  value: 'fax',
  label: { en: 'By fax', de: 'Per Fax' },
  color: 'warning',
  retired: true,
};
const choices = [fax, 'email', 'phone'];

afterEach(closeFieldScreen);

const offered = async (user: OpenForm['user']) => {
  await user.click(screen.getByLabelText(/^Thing/));
  return (await screen.findAllByRole('option'))
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '');
};

test('a retired choice is not offered, unless the record has it', async () => {
  const { user } = openInput('choice', { choices, required: true }, 'email');
  expect(await offered(user)).toEqual(['email', 'phone']);
  closeFieldScreen();

  const other = openInput('choice', { choices, required: true }, 'fax');
  expect(await offered(other.user)).toEqual(['By fax (no longer offered)', 'email', 'phone']);
  await other.user.click(screen.getByRole('option', { name: 'email' }));
  // What the record had can still be chosen again.
  expect(await offered(other.user)).toHaveLength(3);
  closeFieldScreen();

  const german = openInput('choice', { choices, required: true }, 'fax', { language: 'de' });
  expect(await offered(german.user)).toContain('Per Fax (nicht mehr angeboten)');
});

test('a retired choice of several is a chip if the record has it, and is not offered otherwise', async () => {
  const { user } = openInput('choices', { choices }, ['email']);
  expect(await offered(user)).toEqual(['phone']);
  closeFieldScreen();

  openInput('choices', { choices }, ['fax']);
  expect(screen.getByText('By fax (no longer offered)')).toBeTruthy();
});

test('cells show a retired choice with its label, filters find it, and examples avoid it', async () => {
  expect(showCell('choice', { choices }, 'fax').textContent).toBe('By fax');
  closeFieldScreen();

  const { user } = openFilter('choice', { choices });
  await user.click(screen.getByLabelText('Thing'));
  expect(screen.getByRole('option', { name: 'By fax' })).toBeTruthy();
  expect(exampleOf(fieldOf('choice', { choices }).field)).toBe('email');
});
