import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { closeFieldScreen, openInput } from '../support/field-screen.tsx';

afterEach(closeFieldScreen);

const input = () => screen.getByLabelText<HTMLInputElement>(/^Thing/);

test.each<['time' | 'duration', object, string, unknown, string]>([
  ['time', {}, '9:05', '09:05', '09:05'],
  ['time', {}, '2:30 pm', '14:30', '14:30'],
  ['time', { seconds: true }, '14.30.05', '14:30:05', '14:30:05'],
  ['time', {}, '25:00', '25:00', '25:00'],
  ['duration', {}, '1:30', 5400, '1:30'],
  ['duration', {}, '90 min', 5400, '1:30'],
  ['duration', { seconds: true }, '1h 5s', 3605, '1:00:05'],
  // Hours, minutes or seconds: nobody can know.
  ['duration', {}, '90', '90', '90'],
])(
  'an input of type %s with %j reads %s as %j, and shows %s',
  async (type, settings, typed, value, text) => {
    const { user, values } = openInput(type, settings, null);

    await user.type(input(), typed);
    await user.tab();

    expect(values()).toEqual({ thing: value });
    expect(input().value).toBe(text);
  },
);

test.each<['time' | 'duration', unknown, string]>([
  ['time', '14:30', '14:30'],
  ['duration', 5400, '1:30'],
])(
  'an input of type %s shows %j as %s, and is empty after its text is deleted',
  async (type, value, shown) => {
    const { user, values } = openInput(type, {}, value);
    expect(input().value).toBe(shown);

    await user.clear(input());

    expect(values()).toEqual({});
  },
);

test('a time has a clock with a name, in both languages; a duration has none', () => {
  openInput('time', {}, null);
  expect(screen.getByRole('button', { name: 'Choose from a clock' })).toBeTruthy();
  closeFieldScreen();

  openInput('duration', {}, null);
  expect(screen.queryByRole('button')).toBeNull();
});
