import { fireEvent } from '@testing-library/react';
import type { ReactNode } from 'react';
import {
  AutocompleteInput,
  BulkDeleteButton,
  Create,
  DataTable,
  DeleteButton,
  Edit,
  List,
  LoginForm,
  ReferenceField,
  ReferenceInput,
  Show,
  SimpleForm,
  SimpleShowLayout,
  TextField,
  TextInput,
  useLogout,
  useNotify,
  useUpdate,
} from 'react-admin';
import { expect, test, vi } from 'vitest';
import { readSession } from '../../../src/admin/client/account/session.ts';
import { definePage, type PageCodes } from '../../../src/admin/pages/define-page.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { PASSWORD } from '../../support/api.ts';
import { librarySource } from '../../support/library.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { addRecords } from '../../support/screen-library.ts';
import { openScreen, screen, waitFor, within, type TestScreen } from '../../support/screen.tsx';

const source = structuredClone(librarySource) as Record<string, any>;
source.app.pages = [{ name: 'stock', path: '/tools/stock', label: 'Stock' }];
source.resources.books.fields.blurb.label = { en: 'What it is about', de: 'Worum es geht' };

const library = await openScreensOf(() => toDescriptor(source));

test('<Edit> writes when its notice goes', async () => {
  const { id, user } = await openForm('Written');

  await user.click(await screen.findByRole('button', { name: 'Close notification' }));

  await waitFor(async () => expect(await readBook(id)).toMatchObject({ blurb: 'Written' }));
});

test('<Edit> writes nothing when the user undoes it', async () => {
  const { id, user, calls } = await openForm('Undone');

  await user.click(await screen.findByRole('button', { name: 'Undo' }));

  await waitFor(() => expect(screen.queryByText('Element updated')).toBeNull());
  expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([]);
  expect(await readBook(id)).toMatchObject({ blurb: 'First' });
});

test('a second write of the same kind does not cancel the first', async () => {
  const { id, user } = await openForm('Once');

  await type(user, 'Twice');
  await waitFor(async () => expect(await readBook(id)).toMatchObject({ blurb: 'Once' }));
  await user.click(await screen.findByRole('button', { name: 'Close notification' }));

  await waitFor(async () => expect(await readBook(id)).toMatchObject({ blurb: 'Twice' }));
});

test('the browser asks before a delayed write is lost, and a sign-out writes it', async () => {
  const { id, user } = await openForm('Before I go', <LogoutButton />);
  const leaving = new Event('beforeunload', { cancelable: true });

  window.dispatchEvent(leaving);
  await user.click(screen.getByRole('button', { name: 'Leave' }));

  expect(leaving.defaultPrevented).toBe(true);
  await waitFor(() => expect(readSession()).toBeUndefined());
  expect(await readBook(id)).toMatchObject({ blurb: 'Before I go' });
});

test('<DeleteButton> and <BulkDeleteButton> delete', async () => {
  const [one, two] = await addBooks('Delete one', 'Delete two');
  const { user } = await openPage(
    <>
      <Edit resource="books" id={one} redirect={false}>
        <DeleteButton redirect={false} />
      </Edit>
      <List resource="books" filter={{ id: [two] }}>
        <DataTable bulkActionButtons={<BulkDeleteButton label="Delete all" />}>
          <DataTable.Col source="title" />
        </DataTable>
      </List>
    </>,
  );

  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Undo' });
  fireEvent.click(within(await screen.findByRole('table')).getAllByRole('checkbox')[1]!);
  await user.click(await screen.findByRole('button', { name: 'Delete all' }));
  for (const close of await screen.findAllByRole('button', { name: 'Close notification' }))
    await user.click(close);

  await waitFor(async () => expect(await statusOf(one!)).toBe(404));
  await waitFor(async () => expect(await statusOf(two!)).toBe(404));
});

test('<BulkDeleteButton> reports what could not be deleted', async () => {
  const [ada] = await addRecords(library, '/api/authors', [{ name: 'Ada' }]);
  await addRecords(library, '/api/books', [{ title: 'By Ada', author: ada!._id }]);
  const { user } = await openPage(
    <List resource="authors" filter={{ id: [ada!._id] }}>
      <DataTable bulkActionButtons={<BulkDeleteButton mutationMode="pessimistic" />}>
        <DataTable.Col source="name" />
      </DataTable>
    </List>,
  );

  fireEvent.click(within(await screen.findByRole('table')).getAllByRole('checkbox')[1]!);
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));

  expect(await screen.findByText(/^1 of 1 failed\. /)).toBeTruthy();
});

test('<List> shows columns behind a reference, under the labels of the descriptor', async () => {
  const [grace] = await addRecords(library, '/api/authors', [
    { name: 'Grace', penName: 'Amazing' },
  ]);
  await addRecords(library, '/api/books', [{ title: 'Hers', blurb: 'Long', author: grace!._id }]);
  await openPage(
    <List resource="books" filter={{ author: grace!._id }} title="A title of its own">
      <DataTable>
        <DataTable.Col source="title" />
        <DataTable.Col source="blurb" />
        <DataTable.Col source="shelf.room" />
        <DataTable.Col source="author">
          <ReferenceField source="author" reference="authors">
            <TextField source="penName" />
          </ReferenceField>
        </DataTable.Col>
      </DataTable>
    </List>,
  );

  expect(await screen.findByText('Amazing')).toBeTruthy();
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads.slice(1)).toEqual(['Title', 'What it is about', 'Shelf: Room', 'Author']);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Stock');
  expect(screen.getByRole('heading', { level: 1, name: 'Stock' })).toBeTruthy();
});

test('<Create>, <ReferenceInput> and <Show> work, and a refusal is shown at its input', async () => {
  const [iris] = await addRecords(library, '/api/authors', [{ name: 'Iris' }]);
  const { user, address } = await openPage(
    <Create resource="books">
      <SimpleForm>
        <TextInput source="title" />
        <ReferenceInput source="author" reference="authors" filter={{ id: [iris!._id] }}>
          <AutocompleteInput />
        </ReferenceInput>
      </SimpleForm>
    </Create>,
  );

  await user.click(await screen.findByRole('combobox', { name: 'Author' }));
  await user.click(await screen.findByRole('option', { name: 'Iris' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Is required')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Made here');
  await user.click(screen.getByRole('button', { name: 'Save' }));

  await waitFor(() => expect(address()).toContain('/books/details/'));
  const { json } = await library.call('GET', '/api/books?title=Made here', { as: 'admin' });
  expect(json.data[0]).toMatchObject({ author: iris!._id });
});

test('<Show>, useUpdate without the record before, and useNotify work', async () => {
  const [id] = await addBooks('Shown');
  const log = vi.spyOn(console, 'error');
  const { user } = await openPage(
    <Show resource="books" id={id!}>
      <SimpleShowLayout>
        <TextField source="blurb" />
      </SimpleShowLayout>
      <Update id={id!} />
    </Show>,
  );

  expect(await screen.findByText('First')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Update' }));

  expect(await screen.findByText('It is done.')).toBeTruthy();
  expect(await screen.findByText('In bold')).toBeTruthy();
  expect(await screen.findByText('By hook')).toBeTruthy();
  expect(await readBook(id!)).toMatchObject({ blurb: 'By hook', title: 'Shown' });
  expect(log.mock.calls.flat().filter((said) => /missing/.test(String(said)))).toEqual([]);
});

test('<LoginForm> explains a wrong password, and starts the session of another user', async () => {
  const { user } = await openPage(<LoginForm />);
  const fill = async (password: string): Promise<void> => {
    await user.clear(await screen.findByLabelText(/^Username/));
    await user.type(screen.getByLabelText(/^Username/), 'staff@example.org');
    await user.clear(screen.getByLabelText(/^Password/));
    await user.type(screen.getByLabelText(/^Password/), password);
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
  };

  await fill('a wrong one');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(readSession()?.user.role).toBe('admin');
  await fill(PASSWORD);

  await waitFor(() => expect(readSession()?.user.role).toBe('staff'));
});

/** Opens a stock form of a new book and saves this blurb. */
async function openForm(blurb: string, more?: ReactNode) {
  const [id] = await addBooks('A book');
  const opened = await openPage(
    <>
      <Edit resource="books" id={id!} redirect={false}>
        <SimpleForm>
          <TextInput source="blurb" />
        </SimpleForm>
      </Edit>
      {more}
    </>,
  );
  await type(opened.user, blurb);
  return { id: id!, ...opened };
}

async function type(user: TestScreen['user'], blurb: string): Promise<void> {
  const input = await screen.findByRole('textbox', { name: 'What it is about' });
  await user.clear(input);
  await user.type(input, blurb);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Element updated');
}

function LogoutButton() {
  const logout = useLogout();
  return <button onClick={() => void logout()}>Leave</button>;
}

function Update({ id }: { id: string }) {
  const [update] = useUpdate();
  const notify = useNotify();
  const done = (): void => {
    notify('It is done.');
    notify(<b>In bold</b>);
  };
  return (
    <button
      onClick={() => void update('books', { id, data: { blurb: 'By hook' } }, { onSuccess: done })}
    >
      Update
    </button>
  );
}

/** Opens a page of the installation with this content. */
function openPage(content: ReactNode): Promise<TestScreen> {
  const pages: PageCodes = {
    stock: { resources: ['books'], load: async () => definePage({ Page: () => content }) },
  };
  return openScreen(library, '/tools/stock', { pages });
}

async function addBooks(...titles: string[]): Promise<string[]> {
  const bodies = titles.map((title) => ({ title, blurb: 'First' }));
  return (await addRecords(library, '/api/books', bodies)).map(({ _id }) => _id as string);
}

async function readBook(id: string): Promise<Record<string, unknown>> {
  return (await library.call('GET', `/api/books/${id}`, { as: 'admin' })).json;
}

async function statusOf(id: string): Promise<number> {
  return (await library.call('GET', `/api/books/${id}`, { as: 'admin' })).status;
}
