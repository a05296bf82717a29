import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FieldTypeName } from '../../src/fields/registry.ts';
import { closeFieldScreen, openInput } from '../support/field-screen.tsx';

afterEach(closeFieldScreen);

describe('an input of an amount', () => {
  it.each<[type: FieldTypeName, settings: object, typed: string, value: unknown]>([
    ['decimal', {}, '1234.5', '1234.50'],
    ['decimal', {}, '1,234.5', '1234.50'],
    ['decimal', {}, '12,5', '12.50'],
    ['decimal', {}, '-.5', '-0.50'],
    ['decimal', {}, '1.005', '1.005'],
    ['decimal', { scale: 0 }, '123456789012345678', '123456789012345678'],
    ['decimal', {}, 'ten', 'ten'],
    ['money', { currency: 'JPY' }, '1,500', '1500'],
  ])('of type %s with %j reads %s as %j', async (type, settings, typed, value) => {
    const { user, values } = openInput(type, settings, null);

    await user.type(screen.getByLabelText(/^Thing/), typed);

    expect(values()).toEqual({ thing: value });
  });

  it('is typed in the format of the language, and shows the value when left', async () => {
    const { user, values } = openInput('money', { currency: 'CHF' }, '1234.50', { language: 'de' });
    const input = screen.getByLabelText<HTMLInputElement>(/^Thing/);

    expect(input.value).toBe('1234,50');
    await user.clear(input);
    await user.type(input, '1.234');
    expect(values()).toEqual({ thing: '1234.00' });
    await user.tab();

    expect(input.value).toBe('1234,00');
  });

  it('stays as typed while it is not a number, and shows the problem', async () => {
    const { user } = openInput('decimal', {}, null);
    const input = screen.getByLabelText<HTMLInputElement>(/^Thing/);

    await user.type(input, '1.005');
    await user.tab();

    expect(input.value).toBe('1.005');
    expect(await screen.findByText(/at most 2 decimal places/i)).toBeTruthy();
  });

  it('shows its unit, also one from another field of the form', () => {
    openInput('money', { currency: 'CHF' }, '1.00');
    expect(screen.getByText('CHF')).toBeTruthy();
    closeFieldScreen();

    openInput('money', { currency: { $field: 'thing' } }, 'EUR');
    expect(screen.getByText('EUR')).toBeTruthy();
  });
});
