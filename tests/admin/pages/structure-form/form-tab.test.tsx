import { fireEvent } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openScreen, screen, within } from '../../../support/screen.tsx';
import { openStructureScreens } from '../../../support/structure-screens.ts';

const library = await openStructureScreens((source) => {
  source.roles.staff = { configure: true };
  source.resources.books.form = [
    { tab: 'Work', fields: ['title', 'isbn'] },
    { tab: 'Copy', fields: ['pages'] },
  ];
  delete source.resources.authors.form;
});

const openForm = (collection = 'books') =>
  openScreen(library, `/structure/${collection}?tab=form`, { as: 'staff' });

const section = (name: string) => screen.findByRole('group', { name });

const fieldsIn = (list: HTMLElement) =>
  within(list)
    .queryAllByRole('button', { name: /^Remove / })
    .map((button) => button.getAttribute('aria-label')!.slice('Remove '.length));

/** A drag as the browser reports it. */
function drag(from: Element, to: Element): void {
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    setDragImage: () => {},
    get types() {
      return [...data.keys()];
    },
  };
  fireEvent.dragStart(from, { dataTransfer });
  fireEvent.drop(to, { dataTransfer, clientY: -1 });
}

describe('the sections of a form', () => {
  test('pass a field on to the next one by keys, with the focus', async () => {
    const { user } = await openForm();
    const work = await section('Work');
    within(work).getByRole('button', { name: 'Move Isbn down' }).focus();

    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');

    expect(fieldsIn(await section('Work'))).toEqual(['Title']);
    expect(fieldsIn(await section('Copy'))).toEqual(['Isbn', 'Pages']);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Isbn down');
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
    expect(fieldsIn(await section('Work'))).toEqual(['Title', 'Isbn']);
  });

  test('take a field that is dragged, also one that is in none', async () => {
    await openForm();
    const work = await section('Work');
    const copy = await section('Copy');

    drag(
      within(work).getAllByRole('listitem')[0]!.querySelector('[draggable]')!,
      within(copy).getAllByRole('listitem')[0]!,
    );
    const rest = screen.getByRole('heading', { name: 'Fields in no section' }).parentElement!;
    drag(within(rest).getByText('Genre').closest('li')!, within(work).getAllByRole('listitem')[0]!);

    expect(fieldsIn(await section('Work'))).toEqual(['Genre', 'Isbn']);
    expect(fieldsIn(await section('Copy'))).toEqual(['Title', 'Pages']);
  });

  test('do not move with what is moved in them', async () => {
    const { user } = await openForm();
    const work = await section('Work');

    await user.click(within(work).getByRole('button', { name: 'Move Isbn up' }));

    expect(fieldsIn(work)).toEqual(['Isbn', 'Title']);
    const all = screen.getByRole('group', { name: 'Tabs' });
    expect(
      within(all)
        .getAllByRole('button', { name: /^(Work|Copy)$/ })
        .map(({ textContent }) => textContent),
    ).toEqual(['Work', 'Copy']);
  });

  test('begin with one that has all fields', async () => {
    const { user } = await openForm('authors');

    await user.click(await screen.findByRole('button', { name: 'Arrange in sections' }));

    const general = await section('General');
    expect(fieldsIn(general)).toContain('Name');
    expect(within(general).getByLabelText('Tab (Deutsch)')).toHaveProperty('value', 'Allgemein');
  });

  test('become part of an object as soon as a form has more', async () => {
    const { user } = await openForm();

    await user.selectOptions(await screen.findByLabelText('Layout'), 'tabs');

    expect(fieldsIn(await section('Work'))).toEqual(['Title', 'Isbn']);
    expect(await screen.findByText('1 change')).toBeTruthy();
  });
});

describe('a list of other records on the page of a record', () => {
  test('offers the fields of those records', async () => {
    const { user } = await openForm('authors');
    const children = await section('Children');
    await user.click(within(children).getByRole('button', { name: 'Add' }));
    const added = within(children).getByRole('group', { name: /Entry/ });

    await user.selectOptions(within(added).getByLabelText('Resource'), 'books');
    const columns = within(screen.getByRole('group', { name: 'Books' })).getByRole('group', {
      name: 'Columns',
    });
    await user.type(within(columns).getByRole('combobox'), 'isbn{Enter}');

    expect(fieldsIn(columns)).toEqual(['Isbn']);
  });
});
