import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineScreen, type Screens } from '../../../src/admin/extending.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { boxesDescriptor } from '../../support/hooked-boxes.ts';
import { closeFirstPages, openFirstPage } from '../../support/open-first-page.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, startEditing, waitFor, within } from '../../support/screen.tsx';

function boxes() {
  const source = structuredClone(boxesDescriptor.source);
  Object.assign(source.resources['boxes'] ?? {}, {
    list: { columns: ['label', 'size'] },
    form: [{ tab: { en: 'Room' }, fields: ['label', 'size'] }],
  });
  Object.assign(source.resources['entries'] ?? {}, { permissions: { packer: ['read'] } });
  return toDescriptor(source);
}

const api = await openScreensOf(boxes);
let details: string;
beforeAll(async () => {
  const body = { label: 'A', size: 7, stamp: 'red' };
  const { json } = await api.call('POST', '/api/boxes', { as: 'admin', body });
  details = `/boxes/details/${json._id}`;
});

type Replace = NonNullable<Screens['replace']>;
const resource = 'boxes';
const own = () => screen.findByText(/^own/);

describe('the installation replaces', () => {
  const list = defineScreen('list', ({ Default }) => (
    <>
      <p>own list</p>
      <Default />
    </>
  ));
  const replaceList: Replace = [{ part: 'list', resource, load: async () => list }];

  test('a list, with the usual one in it', async () => {
    await openScreen(api, '/boxes/overview', { replace: replaceList });

    expect(await own()).toBeTruthy();
    expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();
  });

  test('nothing of other collections', async () => {
    await openScreen(api, '/users/overview', { replace: replaceList });

    expect(await screen.findByRole('grid')).toBeTruthy();
    expect(screen.queryByText('own list')).toBeNull();
  });

  test('nothing that the role may not open', async () => {
    const entries: Replace = [{ part: 'list', resource: 'entries', load: async () => list }];

    await openScreen(api, '/entries/overview', { as: 'packer', replace: entries });

    expect(await screen.findAllByRole('heading', { name: /access denied/i })).not.toEqual([]);
    expect(screen.queryByText('own list')).toBeNull();
  });

  test('the tools of a list', async () => {
    const toolbar = defineScreen('toolbar', ({ Default }) => (
      <section aria-label="own tools">
        <Default />
      </section>
    ));
    const replace: Replace = [{ part: 'toolbar', resource, load: async () => toolbar }];

    await openScreen(api, '/boxes/overview', { replace });

    const tools = await screen.findByRole('region', { name: 'own tools' });
    expect(await within(tools).findByRole('button', { name: /filter/i })).toBeTruthy();
  });

  test('the card of a record, which has all its values', async () => {
    const card = defineScreen('card', ({ record, Default }) => (
      <>
        <p>own {record['stamp']}</p>
        <Default />
      </>
    ));
    const replace: Replace = [{ part: 'card', resource, load: async () => card }];

    await openScreen(api, '/boxes/overview', { width: 390, replace });

    expect((await own()).textContent).toBe('own red');
    expect(screen.getByRole('term').textContent).toBe('Size');
  });

  test('the page of a record, also beside its list', async () => {
    const record = defineScreen('record', ({ id, Default }) => (
      <>
        <p>own {id}</p>
        <Default />
      </>
    ));
    const replace: Replace = [{ part: 'record', resource, load: async () => record }];
    const id = details.split('/').at(-1) ?? '';

    await openScreen(api, details, { replace });
    expect((await own()).textContent).toBe(`own ${id}`);
    expect(await screen.findByRole('heading', { name: 'A' })).toBeTruthy();

    await openScreen(api, `/boxes/overview?open=${id}`, { replace });
    const beside = await screen.findByRole('dialog');
    expect(await within(beside).findByText(`own ${id}`)).toBeTruthy();
  });

  test('the head of a record', async () => {
    const head = defineScreen('head', ({ record, Default }) => (
      <>
        <p>own {record?.['size']}</p>
        <Default />
      </>
    ));
    const replace: Replace = [{ part: 'head', resource, load: async () => head }];

    await openScreen(api, details, { replace });

    expect((await own()).textContent).toBe('own 7');
    expect(screen.getByRole('heading', { name: 'A' })).toBeTruthy();
  });

  test('a section, which still edits its fields', async () => {
    const section = defineScreen('section', ({ record, Default }) => (
      <>
        <p>own {record?.['label']}</p>
        <Default />
      </>
    ));
    const load = async () => section;
    const replace: Replace = [{ part: 'section', resource, section: 'room', load }];

    const { user } = await openScreen(api, details, { replace });
    await startEditing(user);

    const room = await screen.findByRole('region', { name: 'Room' });
    expect(within(room).getByText('own A')).toBeTruthy();
    expect(within(room).getByRole('textbox', { name: /Label/ })).toBeTruthy();
    expect(screen.getAllByText(/^own/)).toHaveLength(1);
  });

  test('the page of a new record', async () => {
    const create = defineScreen('create', ({ Default }) => (
      <>
        <p>own page</p>
        <Default />
      </>
    ));
    const replace: Replace = [{ part: 'create', resource, load: async () => create }];

    await openScreen(api, '/boxes/create', { replace });

    expect(await own()).toBeTruthy();
    expect(await screen.findByRole('textbox', { name: /Label/ })).toBeTruthy();
  });

  test('a cell, with the usual one in it', async () => {
    const cell = defineScreen('cell', ({ record, Default }) => (
      <b>
        {record?.['label']}: <Default />
      </b>
    ));
    const replace: Replace = [{ part: 'cell', resource, field: 'size', load: async () => cell }];

    await openScreen(api, '/boxes/overview', { replace });

    expect(await screen.findByRole('gridcell', { name: 'A: 7' })).toBeTruthy();
  });

  test('an input, with the usual one and one label', async () => {
    const input = defineScreen('input', ({ value, Default }) => (
      <>
        <Default />
        <p>own {value}</p>
      </>
    ));
    const replace: Replace = [{ part: 'input', resource, field: 'stamp', load: async () => input }];

    const { user } = await openScreen(api, details, { replace });
    await startEditing(user);
    await own();
    await user.type(screen.getByRole('textbox', { name: 'Stamp' }), 'dish');

    expect((await own()).textContent).toBe('own reddish');
    const labels = [...document.querySelectorAll('label')].map(({ textContent }) => textContent);
    expect(labels.filter((label) => label === 'Stamp')).toHaveLength(1);
  });

  test('the dashboard', async () => {
    const dashboard = defineScreen('dashboard', ({ Default }) => (
      <>
        <p>own start</p>
        <Default />
      </>
    ));
    const replace: Replace = [{ part: 'dashboard', load: async () => dashboard }];

    await openScreen(api, '/dashboard', { replace });

    expect(await own()).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Collections' })).toBeTruthy();
  });
});

describe('the picture of the sign-in page', () => {
  const picture = (load: () => Promise<ReturnType<typeof defineScreen<'signInPicture'>>>) => {
    const replace: Replace = [{ part: 'signInPicture', load }];
    return { pages: {}, tabs: [], replace };
  };

  test('is that of the installation, with the usual one in it', async () => {
    const own = defineScreen('signInPicture', ({ Default }) => (
      <>
        <Default />
        <img alt="own" />
      </>
    ));

    openFirstPage(
      '/login',
      undefined,
      picture(async () => own),
    );

    expect(await screen.findByRole('img', { name: 'own' })).toBeTruthy();
    expect(document.querySelectorAll('.entry-lattice')).toHaveLength(1);
    closeFirstPages();
  });

  test('is the usual one if its code fails, so that people can sign in', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failing = picture(() => Promise.reject(new Error('gone')));

    openFirstPage('/login', undefined, failing);

    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
    await waitFor(() => expect(document.querySelector('.entry-lattice')).toBeTruthy());
    closeFirstPages();
  });
});

describe('a replacement that fails', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
  const Broken = () => {
    throw new Error('no scales');
  };

  test.each([
    ['throws', async () => defineScreen('list', Broken)],
    ['does not load', () => Promise.reject(new Error('no scales'))],
  ])('names itself and offers the usual part if it %s', async (_, load) => {
    const replace: Replace = [{ part: 'list', resource, load }];

    const { user } = await openScreen(api, '/boxes/overview', { replace });
    const { textContent } = await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Use the default' }));

    expect(textContent).toContain('“list of boxes” in src/installation/screens.ui.ts');
    expect(textContent).toContain('no scales');
    expect(await screen.findByRole('gridcell', { name: '7' })).toBeTruthy();
  });

  test('says so in German', async () => {
    const load = async () => defineScreen('list', Broken);

    await openScreen(api, '/boxes/overview', {
      language: 'de',
      replace: [{ part: 'list', resource, load }],
    });

    expect((await screen.findByRole('alert')).textContent).toContain('„list of boxes“');
    expect(screen.getByRole('button', { name: 'Den üblichen verwenden' })).toBeTruthy();
  });
});
