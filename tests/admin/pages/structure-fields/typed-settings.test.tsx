import { fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openScreen, screen, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  Object.assign(source.resources.books.fields, {
    coin: { type: 'choice', choices: ['CHF', 'EUR'] },
    fee: { type: 'money', currency: 'EUR' },
    cover: { type: 'file' },
    hardback: { type: 'boolean' },
    due: { type: 'date' },
    state: {
      type: 'choice',
      choices: [{ value: 'new', label: 'Brand new' }, 'old'],
      states: { initial: ['new'], transitions: [] },
    },
  });
});

async function openPanel(field: string) {
  const { user } = await openScreen(library, '/structure/books', { as: 'admin' });
  await user.click(await screen.findByRole('button', { name: `Settings of ${field}` }));
  return { user, panel: within(screen.getByRole('dialog')) };
}

/** What the stored draft declares of the field, without quotes and blanks. */
async function stored(field: string): Promise<string> {
  const { json } = await library.call('GET', '/api/structure/drafts/mine', { as: 'admin' });
  const text: string = json.draft?.files[1].text ?? '';
  const plain = text.replaceAll(/["\s]/g, '');
  const start = plain.indexOf(`${field}:{type:`);
  return plain.slice(start, start + 150);
}

function enter(input: HTMLElement, value: string): void {
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
}

describe('a currency', () => {
  test('is found by its name', async () => {
    const { user, panel } = await openPanel('Fee');
    const input = panel.getByRole('combobox', { name: /^Currency/ });
    await user.clear(input);
    await user.type(input, 'franc');
    await user.click(await screen.findByRole('option', { name: 'CHF – Swiss Franc' }));

    await expect.poll(() => stored('fee')).toContain('fee:{type:money,currency:CHF');
  });

  test('can be in a field that holds only currencies', async () => {
    const { user, panel } = await openPanel('Fee');
    await user.click(panel.getByRole('combobox', { name: /^Currency/ }));
    await user.clear(panel.getByRole('combobox', { name: /^Currency/ }));
    await user.keyboard('as the field');

    expect(screen.queryByRole('option', { name: /Genre/ })).toBeNull();
    await user.click(screen.getByRole('option', { name: 'As the field “Coin” says' }));

    await expect.poll(() => stored('fee')).toContain('currency:{$field:coin}');
  });
});

test('a size has a unit', async () => {
  const { user, panel } = await openPanel('Cover');
  enter(panel.getByRole('spinbutton', { name: /Max size/ }), '20');
  await expect.poll(() => stored('cover')).toContain('maxSize:20MB');

  await user.selectOptions(panel.getByRole('combobox', { name: 'Unit' }), 'KB');

  await expect.poll(() => stored('cover')).toContain('maxSize:20kB');
});

test('the files that a field accepts are chosen, and other types typed', async () => {
  const { user, panel } = await openPanel('Cover');
  await user.click(panel.getByRole('checkbox', { name: 'Images' }));
  await user.click(panel.getByRole('checkbox', { name: 'PDF' }));
  enter(panel.getByLabelText('Other types, such as application/zip'), 'application/zip');
  await user.click(panel.getByRole('checkbox', { name: 'Images' }));

  await expect.poll(() => stored('cover')).toContain('accept:[pdf,application/zip]');
});

describe('a default', () => {
  test.each([
    ['State', 'state', 'A fixed value', 'Brand new', 'default:new'],
    ['Hardback', 'hardback', 'A fixed value', 'Yes', 'default:true'],
    [
      'Blurb',
      'blurb',
      'Copied from a linked record',
      'Author › Name',
      'default:{$field:author.name}',
    ],
  ])('of %s is chosen', async (label, field, way, value, declared) => {
    const { user, panel } = await openPanel(label);
    await user.selectOptions(panel.getByRole('combobox', { name: 'Default' }), way);

    await user.selectOptions(panel.getByRole('combobox', { name: way }), value);

    await expect.poll(() => stored(field)).toContain(declared);
  });

  test('of a date is typed, or a day before or after the creation', async () => {
    const { user, panel } = await openPanel('Due');
    const way = panel.getByRole('combobox', { name: 'Default' });
    await user.selectOptions(way, 'A fixed value');
    enter(panel.getByLabelText('A fixed value'), '2026-12-24');
    await expect.poll(() => stored('due')).toContain('default:2026-12-24');

    await user.selectOptions(way, 'The day of creation');
    const shift = panel.getByRole('textbox', { name: 'Earlier or later' });
    enter(shift, '30');
    panel.getByText(/Enter \+ or -, a number and a letter/);
    enter(shift, '+30d');

    await expect.poll(() => stored('due')).toContain('default:$today+30d');
  });

  test('is computed by an expression', async () => {
    const { user, panel } = await openPanel('Pages');
    await user.selectOptions(
      panel.getByRole('combobox', { name: 'Default' }),
      'Computed from other values',
    );
    enter(panel.getByRole('combobox', { name: 'Computed from other values' }), 'price + 1');

    await expect.poll(() => stored('pages')).toContain('default:{$expression:price+1}');
  });

  test('that does not fit the field is refused at once', async () => {
    const { user, panel } = await openPanel('Pages');
    await user.selectOptions(panel.getByRole('combobox', { name: 'Default' }), 'A fixed value');
    const input = panel.getByLabelText('A fixed value');
    enter(input, '1.5');

    expect(input.getAttribute('aria-invalid')).toBe('true');
  });
});

test('states have their labels', async () => {
  const { panel } = await openPanel('State');

  const initial = within(panel.getByRole('group', { name: 'Initial' }));
  expect(initial.getByLabelText<HTMLInputElement>('Brand new').checked).toBe(true);
  initial.getByLabelText('old');
});

test('the last role that limits a field stays, and the keys stay with it', async () => {
  const { user, panel } = await openPanel('Secret');
  const last = within(panel.getByRole('group', { name: 'Read' })).getByLabelText('Admin');

  await user.click(last);

  expect(last).toHaveProperty('checked', true);
  expect(document.activeElement).toBe(last);
});
