import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { closeFieldScreen, openInput } from '../support/field-screen.tsx';

afterEach(closeFieldScreen);

describe('the calendar', () => {
  it('puts the day picked into the input and the form', async () => {
    const { values, container } = openInput('date', {}, '2026-11-21');
    const picker = container.querySelector<HTMLInputElement>('input[type=date]')!;
    expect(picker.value).toBe('2026-11-21');

    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(
      picker,
      '2027-01-02',
    );
    picker.dispatchEvent(new Event('input', { bubbles: true }));

    await waitFor(() => expect(values()).toEqual({ thing: '2027-01-02' }));
    expect(screen.getByLabelText<HTMLInputElement>(/^Thing/).value).toBe('02.01.2027');
  });

  it('is opened by a button with a name', () => {
    openInput('datetime', {}, null);

    expect(screen.getByRole('button', { name: 'Choose from a calendar' })).toBeDefined();
  });
});
