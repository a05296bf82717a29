import { QueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { HttpError } from 'react-admin';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordEntry } from '../../../../src/admin/client/bulk.ts';
import { readSteps } from '../../../../src/admin/client/undo-steps.ts';
import { loadCatalog } from '../../../../src/admin/messages/catalog.ts';
import { fillBelow, runCellShortcut } from '../../../../src/admin/list/grid/grid-shortcuts.ts';
import { createGridStore, type GridStore } from '../../../../src/admin/list/grid/grid-store.ts';
import {
  createWriter,
  type Writer,
} from '../../../../src/admin/list/grid/writing/create-writer.ts';
import type { CellChange } from '../../../../src/admin/list/grid/writing/read-changes.ts';
import type { EntryResult } from '../../../../src/contract/bulk.ts';
import { libraryDescriptor } from '../../../support/library.ts';

const resource = libraryDescriptor().resources.get('books')!;
const book = { id: 'b', _id: 'b', _version: 1, title: 'Old', pages: 100 };

type Call = {
  entries: readonly RecordEntry[];
  changeSet: string;
  answer: (results: readonly EntryResult[]) => void;
  fail: (error: Error) => void;
};

let store: GridStore;
let writer: Writer;
/** The calls the server has not answered yet, and those it has. */
let calls: Call[];
let key: string;

beforeEach(() => {
  sessionStorage.clear();
  store = createGridStore();
  calls = [];
  // A call that a test leaves without an answer must not hold up the next test.
  key = crypto.randomUUID();
  writer = createWriter({
    resource,
    store,
    queries: new QueryClient(),
    key,
    writeRecords: (_, entries, { changeSet }) =>
      new Promise((answer, fail) => calls.push({ entries, changeSet, answer, fail })),
  });
});

const title = (value: unknown): CellChange => ({ record: book, name: 'title', value });
const markOf = (name: string) => store.get().marks.get('b')?.[name];
/** Whatever needs no answer of the server has been done by then: lists hear of what was written in a task of their own. */
const turn = async (): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve));
  await new Promise((resolve) => setTimeout(resolve));
};
const written = (_version: number, values: object): EntryResult => ({
  index: 0,
  _id: 'b',
  status: 'updated',
  _version,
  record: { ...book, ...values, _version },
  before: {},
});
const refused: EntryResult = { index: 0, _id: 'b', status: 'failed', problems: [] };

describe('a cell that is being saved', () => {
  test('is saved again when the user types the old value', async () => {
    void writer.write([title('New')]);
    void writer.write([title('Old')]);
    await turn();
    calls[0]!.answer([written(2, { title: 'New' })]);
    await turn();

    expect(calls[1]?.entries).toEqual([
      { action: 'update', _id: 'b', _version: 2, data: { title: 'Old' } },
    ]);
  });

  test('shows the last typed value, whether or not earlier saves succeed', async () => {
    void writer.write([title('Bad')]);
    void writer.write([title('Good')]);
    await turn();
    calls[0]!.answer([refused]);
    await turn();
    expect(markOf('title')).toEqual({ state: 'saving', value: 'Good' });

    calls[1]!.answer([written(2, { title: 'Good' })]);
    await turn();

    expect(markOf('title')).toBeUndefined();
  });

  test('fills the rows below with the value it shows, which Escape does not undo', async () => {
    void writer.write([title('New')]);
    const changes: CellChange[] = [];
    const below = { ...book, id: 'c', _id: 'c' };
    const work = {
      store,
      rows: [book, below],
      table: { columns: [{ field: resource.fields.get('title') }] },
      editing: {
        mayWrite: () => true,
        writtenWith: (field: object) => [field],
        write: (all: CellChange[]) => changes.push(...all),
      },
    } as unknown as Parameters<typeof runCellShortcut>[1];

    fillBelow(work, { top: 0, bottom: 0, left: 0, right: 0 }, 1);
    const isUsed = runCellShortcut({ key: 'Escape' } as KeyboardEvent, work);

    expect(changes).toEqual([{ record: below, name: 'title', value: 'New' }]);
    expect(isUsed).toBe(false);
    expect(markOf('title')).toEqual({ state: 'saving', value: 'New' });
  });
});

test('a refused value is dropped when the user types the stored one', async () => {
  await writer.write([{ record: book, name: 'pages', value: 'many', refused: 'Unclear' }]);
  expect(markOf('pages')?.state).toBe('failed');

  await writer.write([{ record: book, name: 'pages', value: 100 }]);

  expect(markOf('pages')).toBeUndefined();
  expect(calls).toEqual([]);
});

test('a problem is shown at the cell of its field, with its label, and the other cells are saved', async () => {
  await loadCatalog();
  const params = { condition: 'pages lt 100', condition_en: 'Pages < 100', fields: 'pages' };
  void writer.write([title('New'), { record: book, name: 'pages', value: 500 }]);
  await turn();
  calls[0]!.answer([
    {
      index: 0,
      _id: 'b',
      status: 'failed',
      problems: [{ code: 'V026', path: 'genre', message: 'applies only …', params }],
    },
  ]);
  await turn();
  calls[1]!.answer([written(2, { title: 'New' })]);
  await turn();

  expect(calls[1]!.entries).toMatchObject([{ data: { title: 'New' } }]);
  expect(markOf('title')).toBeUndefined();
  expect(markOf('pages')).toMatchObject({
    state: 'failed',
    said: 'Genre: applies only to records where Pages < 100',
  });
});

test('a paste whose second call failed can be undone, and its rest joins the same step', async () => {
  await loadCatalog();
  const records = Array.from({ length: 1200 }, (_, index) => ({ ...book, id: `b${index}` }));
  const cells = records.map((record) => ({ record, name: 'title', value: 'New' }));
  void writer.write(cells, { way: 'paste' });
  await turn();
  const results = (call: Call | undefined) => call!.entries.map(() => written(2, { title: 'New' }));
  calls[0]!.answer(results(calls[0]));
  await turn();
  calls[1]!.fail(new HttpError('Busy', 503));
  await turn();

  const set = calls[0]!.changeSet;
  expect(readSteps(key).done).toMatchObject([{ changeSet: set, did: 'paste', cells: 1000 }]);
  expect(store.get().marks.size).toBe(200);
  expect(store.get().marks.get('b1000')?.['title']).toMatchObject({ unsent: { paste: set } });

  void writer.write(cells.slice(1000), { way: 'paste', changeSet: set });
  await turn();
  calls[2]!.answer(results(calls[2]));
  await turn();

  expect(readSteps(key).done).toMatchObject([{ changeSet: set, did: 'paste', cells: 1200 }]);
  expect(store.get().marks.size).toBe(0);
});
