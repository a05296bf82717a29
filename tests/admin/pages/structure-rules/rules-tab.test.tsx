import { fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openScreen, screen, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.staff = { configure: true };
  source.resources.books.checks = [
    { check: 'pages > 1', message: 'Too thin.' },
    { check: { price_gt: { $field: 'pages' } }, message: 'Too dear.' },
  ];
  source.resources.books.fields.price.when = { shown: { inPrint: true } };
  source.resources.books.fields.editors.filter = { name_neq: { $field: 'title' } };
  source.resources.books.fields.genre.states = {
    initial: ['novel'],
    transitions: [{ name: 'rhyme', from: ['novel'], to: 'poetry' }],
  };
  source.resources.books.fields.sum = { type: 'number', computed: 'pages * 2' };
});

const openBooks = (tab: string) =>
  openScreen(library, `/structure/books?tab=${tab}`, { as: 'admin' });

const group = async (name: string) => within(await screen.findByRole('group', { name }));

describe('the rules of a collection', () => {
  test('show conditions in words, the states as a diagram', async () => {
    await openBooks('rules');

    expect(await screen.findByText(/^In print .*yes/i)).toBeTruthy();
    expect(screen.getByRole('img', { name: /Genre/ })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Price' })).toBeTruthy();
  });

  test('are conditions that a person builds', async () => {
    await openBooks('rules');
    const when = await group('Required');
    fireEvent.click(when.getByRole('button', { name: 'Add condition' }));
    const dialog = within(await screen.findByRole('dialog'));

    fireEvent.click(dialog.getByRole('button', { name: 'As text' }));
    fireEvent.change(dialog.getByRole('combobox', { name: 'Expression' }), {
      target: { value: 'pages > 1000' },
    });
    fireEvent.click(dialog.getByRole('button', { name: 'As conditions' }));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Value' }), { target: { value: '900' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Use condition' }));

    expect(await screen.findByText(/^Pages .*900/)).toBeTruthy();
    expect(await screen.findByText('1 change')).toBeTruthy();
  });

  test('keep an expression that only another way of looking at it was tried for', async () => {
    await openBooks('rules');
    fireEvent.click(await screen.findByRole('button', { name: /Too thin/, expanded: false }));
    const check = await group('Check');
    fireEvent.click(check.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog'));

    fireEvent.click(dialog.getByRole('button', { name: 'As text' }));

    const text = dialog.getByRole<HTMLTextAreaElement>('combobox', { name: 'Expression' });
    expect(text.value).toBe('pages > 1');
    fireEvent.click(dialog.getByRole('button', { name: 'Use condition' }));
    expect(screen.queryByText('1 change')).toBeNull();
  });
});

test('a condition offers only fields that the person may read', async () => {
  await openScreen(library, '/structure/books?tab=rules', { as: 'staff' });
  const when = await group('Required');
  fireEvent.click(when.getByRole('button', { name: 'Add condition' }));
  const dialog = within(await screen.findByRole('dialog'));

  fireEvent.keyDown(dialog.getByRole('combobox', { name: 'Field' }), { key: 'ArrowDown' });

  expect((await screen.findAllByRole('option', { name: 'Title' })).length).toBeGreaterThan(0);
  expect(screen.queryByRole('option', { name: 'Secret' })).toBeNull();
});

test('a condition goes only after somebody agrees to what that opens', async () => {
  await openBooks('rules');
  const shown = await group('Shown');
  fireEvent.click(shown.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog'));

  expect(dialog.getByText(/is so for all of them/)).toBeTruthy();
  expect(screen.queryByText('1 change')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('1 change')).toBeTruthy();
});

describe('a check', () => {
  const openCheck = async (name: RegExp) => {
    await openBooks('rules');
    fireEvent.click(await screen.findByRole('button', { name, expanded: false }));
    return group('Check');
  };

  test('compares with another field, or with a value', async () => {
    const check = await openCheck(/^Too dear/);
    fireEvent.click(check.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog'));
    const use = dialog.getByRole<HTMLButtonElement>('button', { name: 'Use condition' });
    expect(dialog.getByRole('combobox', { name: 'Other field' }).textContent).toBe('Pages');

    fireEvent.click(dialog.getByRole('button', { name: 'Compare with a value' }));
    expect(dialog.getByRole('textbox', { name: 'Value' })).toBeTruthy();
    expect(use.disabled).toBe(true);
    fireEvent.click(dialog.getByRole('button', { name: 'Compare with another field' }));
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: 'Other field' }));
    expect(screen.queryByRole('option', { name: 'Title' })).toBeNull();
    fireEvent.click(screen.getByRole('option', { name: 'Stock' }));
    fireEvent.click(use);

    expect(await screen.findByText(/^Price .*Stock$/)).toBeTruthy();
  });

  test('compares a text as a whole with another field', async () => {
    await openBooks('rules');
    const when = await group('Required');
    fireEvent.click(when.getByRole('button', { name: 'Add condition' }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByRole('combobox', { name: 'Field' });
    fireEvent.change(field, { target: { value: 'Title' } });
    fireEvent.keyDown(field, { key: 'ArrowDown' });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(dialog.getByRole('combobox', { name: 'Operator' }).textContent).toContain('contains');

    fireEvent.click(dialog.getByRole('button', { name: 'Compare with another field' }));

    expect(dialog.getByRole('combobox', { name: 'Operator' }).textContent).toContain('=');
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: 'Other field' }));
    expect(screen.getByRole('option', { name: 'Isbn' })).toBeTruthy();
  });

  test('that is new is built like the others', async () => {
    await openBooks('rules');
    const checks = await group('Checks');
    fireEvent.click(checks.getAllByRole('button', { name: 'Add' }).at(-1)!);

    const added = await group('Check');
    expect(added.getByRole('button', { name: 'Add condition' })).toBeTruthy();
  });

  test('keeps its finished rows as a text, and its place while somebody presses keys', async () => {
    const check = await openCheck(/^Too thin/);
    fireEvent.click(check.getByRole('button', { name: 'Change' }));
    const dialog = within(await screen.findByRole('dialog'));

    fireEvent.click(dialog.getByRole('button', { name: 'Add condition' }));
    fireEvent.keyDown(dialog.getAllByRole('textbox')[0]!, { key: 'ArrowDown', altKey: true });
    fireEvent.click(dialog.getByRole('button', { name: 'As text' }));

    const text = dialog.getByRole<HTMLTextAreaElement>('combobox', { name: 'Expression' });
    expect(text.value).toBe('pages > 1');
    expect(screen.queryByText('1 change')).toBeNull();
  });

  test('alone may compare with the values before a change', async () => {
    await openBooks('rules');
    const when = await group('Required');
    fireEvent.click(when.getByRole('button', { name: 'Add condition' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'As text' }));
    const text = dialog.getByRole('combobox', { name: 'Expression' });

    fireEvent.change(text, { target: { value: 'pages > $before.pages' } });

    expect(text.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the states of a field', () => {
  test('are chosen among its choices', async () => {
    await openBooks('rules');
    const initial = await group('Initial');

    fireEvent.click(initial.getByRole('checkbox', { name: 'poetry' }));

    expect(await screen.findByText('1 change')).toBeTruthy();
    expect(initial.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  });
});

describe('a setting of a field', () => {
  const open = async (field: string) => {
    await openBooks('fields');
    fireEvent.click(await screen.findByRole('button', { name: `Settings of ${field}` }));
    return within(await screen.findByRole('dialog'));
  };

  test('that filters other records is about those, and may name the own record', async () => {
    const panel = await open('Editors');

    const filter = within(panel.getByRole('group', { name: 'Filter' }));
    expect(filter.getByText(/name_neq/)).toBeTruthy();
    fireEvent.click(filter.getByRole('button', { name: 'Change' }));
    const dialogs = await screen.findAllByRole('dialog');
    const dialog = within(dialogs.at(-1)!);
    const text = dialog.getByRole<HTMLTextAreaElement>('combobox', { name: 'Expression' });

    expect(text.getAttribute('aria-invalid')).not.toBe('true');
    fireEvent.change(text, { target: { value: 'pages > 1' } });
    expect(text.getAttribute('aria-invalid')).toBe('true');
  });

  test('that names roles is opened to everybody only by a choice of its own', async () => {
    const panel = await open('Secret');
    const read = within(panel.getByRole('group', { name: 'Read' }));
    fireEvent.click(read.getByRole('checkbox', { checked: true }));

    // The last one stays.
    expect(read.getAllByRole('checkbox', { checked: true })).toHaveLength(1);
    expect(screen.queryByText('1 change')).toBeNull();
    fireEvent.click(read.getByRole('button', { name: 'No limit' }));
    expect(await screen.findByText('1 change')).toBeTruthy();
    expect(read.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  });

  test('that is an expression completes words, and says what is wrong', async () => {
    const panel = await open('Sum');
    const text = panel.getByRole<HTMLTextAreaElement>('combobox', { name: 'Computed' });

    fireEvent.change(text, { target: { value: '2 * pag' } });
    text.setSelectionRange(7, 7);
    fireEvent.keyDown(text, { key: 'ArrowDown' });
    fireEvent.keyDown(text, { key: 'Enter' });
    expect(text.value).toBe('2 * pages');
    // Without a word to complete, the key moves the caret.
    fireEvent.change(text, { target: { value: '2 * pages\n+ 1' } });
    expect(fireEvent.keyDown(text, { key: 'ArrowUp' })).toBe(true);
    fireEvent.change(text, { target: { value: '2 * * pages' } });
    fireEvent.blur(text);

    expect(text.getAttribute('aria-invalid')).toBe('true');
    expect(screen.queryByText('1 change')).toBeNull();
  });

  test('that is an expression shows its value on records that are there', async () => {
    const { json } = await library.call('POST', '/api/books', {
      as: 'admin',
      body: { title: 'Emma', pages: 1000, price: 3000, inPrint: true },
    });
    const panel = await open('Sum');
    const text = panel.getByRole<HTMLTextAreaElement>('combobox', { name: 'Computed' });

    const book = await panel.findByRole('link', { name: 'Emma' });
    expect(book.getAttribute('href')).toBe(`/books/details/${json._id}`);
    expect(book.parentElement!.textContent).toBe('Emma: 2,000');
    fireEvent.change(text, { target: { value: 'pagess * 2' } });

    await panel.findByText(/^Cannot be tried.*pagess is not a field of books/);
  });
});
