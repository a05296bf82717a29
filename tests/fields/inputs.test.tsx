import { screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FieldTypeName } from '../../src/fields/registry.ts';
import { closeFieldScreen, openInput } from '../support/field-screen.tsx';

/** What is asked for by another input where it may be left out, has its parts left out. */
const optional: Partial<Record<FieldTypeName, object>> = {
  object: { fields: { part: { type: 'text' } } },
};

const firstInput = (): HTMLElement =>
  document.querySelector<HTMLElement>(
    '[role="combobox"], textarea:not([aria-hidden]), input:not([aria-hidden])',
  )!;

const isRequired = (input: HTMLElement): boolean =>
  input.hasAttribute('required') || input.getAttribute('aria-required') === 'true';

const choices = [{ value: 'new', label: { en: 'New one', de: 'Neuer' } }, 'old'];

afterEach(closeFieldScreen);

describe('an input', () => {
  it.each<[type: FieldTypeName, settings: object]>([
    ...(
      [
        'text',
        'number',
        'decimal',
        'boolean',
        'email',
        'url',
        'cas',
        'ec',
        'doi',
        'inchiKey',
      ] as const
    ).map((type): [FieldTypeName, object] => [type, {}]),
    ['text', { multiline: true }],
    ['money', { currency: 'CHF' }],
    ['structure', {}],
    ['date', {}],
    ['datetime', {}],
    ['json', {}],
    ['tags', {}],
    ['choice', { choices }],
    ['choice', { choices: Array.from({ length: 20 }, (_, index) => `c${index}`) }],
    ['choices', { choices }],
    ['object', { fields: { part: { type: 'text', required: true } } }],
  ])('of type %s with %j tells a screen reader that it is required', (type, settings) => {
    openInput(type, { ...settings, required: true }, null);

    expect(isRequired(firstInput())).toBe(true);
    // The star is drawn once.
    expect(document.body.textContent?.match(/\*/g)?.length ?? 0).toBeLessThanOrEqual(2);
    expect(document.querySelectorAll('label .MuiFormLabel-asterisk')).toHaveLength(0);
    closeFieldScreen();

    openInput(type, { ...settings, required: false, ...optional[type] }, null);
    expect(isRequired(firstInput())).toBe(false);
  });

  it.each<[type: FieldTypeName, settings: object, typed: string, value: unknown]>([
    ['text', {}, 'Bisphenol A', 'Bisphenol A'],
    ['text', { multiline: true }, 'one{enter}two', 'one\ntwo'],
    ['number', {}, '106.078', 106.078],
    ['number', { integer: true }, '-5', -5],
    ['email', {}, 'Ada@example.org', 'Ada@example.org'],
    ['url', {}, 'https://example.org', 'https://example.org'],
    ['cas', {}, '80-05-7', '80-05-7'],
    ['ec', {}, '200-003-9', '200-003-9'],
    ['doi', {}, '10.1016/x', '10.1016/x'],
    ['inchiKey', {}, 'IISBACLAFKSPIT-UHFFFAOYSA-N', 'IISBACLAFKSPIT-UHFFFAOYSA-N'],
    ['structure', {}, 'CCO', 'CCO'],
    ['date', {}, '21.11.2026', '2026-11-21'],
    ['date', {}, '1.2.2026', '2026-02-01'],
    ['date', {}, '2026-11-21', '2026-11-21'],
    ['date', {}, '31.2.2026', '31.2.2026'],
    ['datetime', {}, '21.11.2026 13:45:07', new Date(2026, 10, 21, 13, 45, 7).toISOString()],
    ['datetime', {}, '21.11.2026 9:05', new Date(2026, 10, 21, 9, 5).toISOString()],
    ['json', {}, '{{"a": [[1]}', { a: [1] }],
    ['json', {}, '{{"a":', '{"a":'],
  ])('of type %s with %j reads %s as %j', async (type, settings, typed, value) => {
    const { user, values } = openInput(type, settings, null);

    await user.type(screen.getByLabelText(/^Thing/), typed);

    expect(values()).toEqual({ thing: value });
  });

  it.each<[type: FieldTypeName, settings: object, value: unknown]>([
    ['text', {}, 'Bisphenol A'],
    ['number', {}, 5],
    ['decimal', {}, '5.00'],
    ['date', {}, '2026-11-21'],
    ['datetime', {}, '2026-11-21T13:45:00.000Z'],
    ['json', {}, { a: 1 }],
    ['cas', {}, '80-05-7'],
  ])('of type %s with %j is empty after its text is deleted', async (type, settings, value) => {
    const { user, values } = openInput(type, settings, value);

    await user.clear(screen.getByLabelText(/^Thing/));

    expect(values()).toEqual({});
  });

  it.each<[type: FieldTypeName, settings: object, value: unknown, shown: string]>([
    ['date', {}, '2026-11-21', '21.11.2026'],
    ['datetime', {}, new Date(2026, 0, 2, 3, 4, 5).toISOString(), '02.01.2026 03:04:05'],
    ['json', {}, { a: 1 }, '{\n  "a": 1\n}'],
    ['number', {}, 106.078, '106.078'],
    ['decimal', {}, '1234.50', '1234.50'],
  ])('of type %s with %j shows %j as %s', (type, settings, value, shown) => {
    openInput(type, settings, value);

    expect(screen.getByLabelText<HTMLInputElement>(/^Thing/).value).toBe(shown);
  });

  it.each<FieldTypeName>(['text', 'number', 'boolean', 'date', 'email'])(
    'of type %s is explained by its help',
    (type) => {
      openInput(type, { help: 'As printed.' }, null);

      expect(screen.getByText('As printed.')).toBeTruthy();
    },
  );

  it('of type date is formatted when it is left', async () => {
    const { user } = openInput('date', {}, null);
    const input = screen.getByLabelText<HTMLInputElement>(/^Thing/);

    await user.type(input, '1.2.2026');
    await user.tab();

    expect(input.value).toBe('01.02.2026');
  });

  it('of type choice offers the choices in the language of the screens', async () => {
    const { user, values } = openInput('choice', { choices }, 'old', { language: 'de' });

    await user.click(screen.getByLabelText(/^Thing/));
    await user.click(await screen.findByRole('option', { name: 'Neuer' }));

    expect(values()).toEqual({ thing: 'new' });
  });

  it('of type choice with many choices is searched by typing', async () => {
    const many = Array.from({ length: 30 }, (_, index) => `choice ${index}`);
    const { user, values } = openInput('choice', { choices: many }, null);

    await user.type(screen.getByLabelText(/^Thing/), 'choice 27');
    await user.click(await screen.findByRole('option', { name: 'choice 27' }));

    expect(values()).toEqual({ thing: 'choice 27' });
  });

  it('of type choice with numbers keeps numbers', async () => {
    const { user, values } = openInput('choice', { choices: [1, 2] }, null);

    await user.click(screen.getByLabelText(/^Thing/));
    await user.click(await screen.findByRole('option', { name: '2' }));

    expect(values()).toEqual({ thing: 2 });
  });

  it('of type choices accepts several', async () => {
    const { user, values } = openInput('choices', { choices }, ['old']);

    await user.click(screen.getByLabelText(/^Thing/));
    await user.click(await screen.findByRole('option', { name: 'New one' }));

    expect(values()).toEqual({ thing: ['old', 'new'] });
  });

  it('of type tags accepts typed text, tag by tag', async () => {
    const { user, values } = openInput('tags', {}, ['a']);

    await user.type(screen.getByLabelText(/^Thing/), "b{enter}4,4'-c{enter}");

    expect(values()).toEqual({ thing: ['a', 'b', "4,4'-c"] });
  });

  it('of type boolean has three options, or two if required', async () => {
    const { user, values } = openInput('boolean', {}, null);

    await user.click(screen.getByLabelText(/^Thing/));
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Unknown',
      'No',
      'Yes',
    ]);
    await user.click(screen.getByRole('option', { name: 'No' }));
    expect(values()).toEqual({ thing: false });
    closeFieldScreen();

    const required = openInput('boolean', { required: true }, false);
    await required.user.click(screen.getByRole('switch', { name: /^Thing/ }));
    expect(required.values()).toEqual({ thing: true });
  });

  it('of type object is a group with an input for each part', async () => {
    const fields = {
      id: { type: 'text', label: 'Id', required: true },
      on: { type: 'date', label: 'On' },
    };
    const { user, values } = openInput('object', { fields }, null);
    const group = screen.getByRole('group', { name: 'Thing' });

    await user.type(within(group).getByLabelText(/^Id/), 'a1');
    await user.type(within(group).getByLabelText(/^On/), '21.11.2026');

    expect(values()).toEqual({ thing: { id: 'a1', on: '2026-11-21' } });
  });

  it('of type structure draws while the user types, and says if there is nothing to draw yet', async () => {
    const { user } = openInput('structure', {}, null);
    const input = screen.getByLabelText(/^Thing/);

    await user.type(input, 'CC(');
    expect(await screen.findByText(/The drawing appears once/)).toBeDefined();

    await user.type(input, 'C)O');
    expect(await screen.findByRole('img', { name: 'Structure CC(C)O' })).toBeDefined();
  });

  it('shows its problem below it', async () => {
    const { user } = openInput('cas', {}, null);

    await user.type(screen.getByLabelText(/^Thing/), '80-05-8');

    expect(await screen.findByText('has a wrong check digit; it should be 7')).toBeDefined();
  });

  it.each<[type: FieldTypeName, settings: object, value: unknown, shown: string]>([
    ['date', {}, '2026-11-21', '21.11.2026'],
    ['choice', { choices }, 'new', 'New one'],
    ['doi', {}, '10.1016/x', '10.1016/x'],
    ['text', {}, null, '–'],
  ])(
    'of type %s with %j that is read-only shows %j as on any page',
    (type, settings, value, shown) => {
      openInput(type, settings, value, { readOnly: true });

      const group = screen.getByRole('group', { name: 'Thing' });
      expect(group.textContent).toContain(shown);
      expect(screen.queryByRole('textbox')).toBeNull();
    },
  );
});
