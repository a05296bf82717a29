import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corePages } from '../../../src/admin/shell/core-pages.ts';
import { docsPages, toAnchor } from '../../../src/admin/shell/help/docs-pages.ts';
import { docsOf, findHelp } from '../../../src/admin/shell/help/help-screens.ts';
import { isScreen } from '../../../src/admin/shell/is-screen.ts';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { screens } from '../../../src/installation/screens.ui.ts';
import { deskSource } from '../../support/desk.ts';
import { firstInstallation } from '../../support/first-installation.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, within } from '../../support/screen.tsx';
import { listFiles, top } from '../../support/source-files.ts';

const installation = firstInstallation();
const helps = screens.help ?? {};
const read = (path: string): string => readFileSync(join(top, path), 'utf8');

/** The pages of the router that show something, with examples in place of parameters. */
function addressesOfRouter(): string[] {
  const routes = [...read('src/admin/app.tsx').matchAll(/<Route path="(.+?)" element=\{<(\w+)/g)];
  return routes
    .filter(([, , element]) => element !== 'ToDashboard' && element !== 'LockPage')
    .map(([, path = '']) => path.replace(':page', 'grid').replace(':id', 'some-job'));
}

const addressesOfResources = [...installation.resources.values()].flatMap(({ path }) =>
  ['overview', 'create', 'trash', 'details/some-id'].map((rest) => `${path}/${rest}`),
);
const addressesOfPages = installation.app.pages.map(({ path }) => path);

describe('the help', () => {
  test.each([
    ...new Set([...Object.keys(corePages), ...addressesOfRouter()]),
    ...addressesOfResources,
    ...addressesOfPages,
  ])('explains the screen %s', (path) => {
    expect(isScreen(installation, path)).toBe(true);

    const { screen: known, own } = findHelp(installation, path);

    expect(known !== undefined || (own !== undefined && own in helps)).toBe(true);
  });

  test('knows every screen of a collection at any URL', () => {
    const descriptor = toDescriptor(deskSource);

    expect(findHelp(descriptor, '/tickets/details/x')).toEqual({
      screen: 'record',
      own: 'tickets',
    });
    expect(findHelp(descriptor, '/no/such/page')).toEqual({});
  });

  test('links to existing pages and sections of the documentation', async () => {
    const own = await Promise.all(Object.values(helps).map((load) => load()));
    const places = [...Object.values(docsOf), ...own.map(({ docs }) => docs)];

    const broken = places.filter((place) => {
      const [page = '', anchor] = place.split('#');
      if (!(page in docsPages) || !existsSync(join(top, `docs/${page}.md`))) return true;
      const headings = [...read(`docs/${page}.md`).matchAll(/^#+ (.+)$/gm)];
      return anchor !== undefined && !headings.some(([, text = '']) => toAnchor(text) === anchor);
    });

    expect(places.length).toBeGreaterThan(20);
    expect(broken).toEqual([]);
  });

  test('has every page of the documentation under its title', () => {
    const files = listFiles('docs').filter((path) => /^docs\/[^/]+\.md$/.test(path));
    const titles = files.map((path) => [basename(path, '.md'), /^# (.+)$/m.exec(read(path))?.[1]]);

    expect(docsPages).toEqual(Object.fromEntries(titles));
  });
});

describe('the screens of the help', async () => {
  const desk = await openScreensOf(() => toDescriptor(deskSource));

  test('open with F1, explain the page and what the installation adds, and close', async () => {
    const help = {
      tickets: async () => ({
        about: { en: 'A question of a customer.', de: 'Die Frage eines Kunden.' },
        steps: [{ en: 'Answer it.', de: 'Beantworten Sie sie.' }],
        docs: 'people#audit-log',
      }),
    };
    const made = await desk.call('POST', '/api/tickets', {
      as: 'admin',
      body: { number: 'T1', subject: 'Ink' },
    });
    const path = `/tickets/details/${made.json._id}`;
    const { user } = await openScreen(desk, path, { language: 'de', help });
    await screen.findByRole('button', { name: 'Bearbeiten' });

    await user.keyboard('{F1}');

    const panel = await screen.findByRole('dialog', { name: 'Hilfe' });
    expect(await within(panel).findByText('Die Frage eines Kunden.')).toBeDefined();
    expect(within(panel).getByText(/^Alles über einen Datensatz/)).toBeDefined();
    expect(within(panel).getByText('Die Dokumentation ist auf Englisch.')).toBeDefined();
    const link = within(panel).getByRole('link', { name: /^Weiterlesen: People/ });
    expect(link.getAttribute('href')).toBe('/help/people#audit-log');

    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('show a page of the documentation with its links, pictures and tables', async () => {
    const { user, address } = await openScreen(desk, '/help');
    await user.click(await screen.findByRole('link', { name: 'Find and merge duplicates' }));

    const picture = await screen.findByRole('img', { name: /which record stays/ });
    expect(picture.getAttribute('src')).toMatch(/merge.*\.jpg/);
    expect(screen.getByRole('heading', { name: 'Who may merge' }).id).toBe('who-may-merge');
    expect(screen.getAllByRole('columnheader', { name: 'finds' })).toHaveLength(1);
    await user.click(screen.getAllByRole('link', { name: 'trash' })[0]!);
    expect(address()).toBe('/help/history#get-a-deleted-record-back');
    expect(await screen.findByRole('heading', { name: 'Undo a set of changes' })).toBeDefined();
  });

  test('report a page of the documentation that does not exist', async () => {
    await openScreen(desk, '/help/nothing');

    const text = 'The documentation has no page with this name.';
    expect(await screen.findByText(text)).toBeDefined();
  });
});
