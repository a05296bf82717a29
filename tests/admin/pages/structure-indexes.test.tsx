import { afterEach, describe, expect, test } from 'vitest';
import { toDescriptor } from '../../../src/descriptor/read/to-descriptor.ts';
import { deskSource } from '../../support/desk.ts';
import { openScreensOf } from '../../support/open-screens-of.ts';
import { openScreen, screen, tableRows, within } from '../../support/screen.tsx';

const page = '/structure/overview';

const source = structuredClone(deskSource) as Record<string, any>;
source.resources.notes.fields.weight = { type: 'number' };
source.resources.notes.fields.rank = { type: 'number', index: true };
source.resources.notes.list = { ...source.resources.notes.list, filters: [] };

const desk = await openScreensOf(() => toDescriptor(source));
afterEach(() => desk.database.query('truncate backoffice.slow_reads'));

const adviceOf = (name: string) => screen.findByRole('region', { name });

const textsOf = (advice: HTMLElement) =>
  within(advice)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

/** A list sorted by weight was slow, and nothing has used the index on rank for long. */
async function beSlowAndUnused(): Promise<void> {
  await desk.database.query(
    `insert into backoffice.slow_reads values ('notes', 'weight', 'sort', 1200, 1500, now()),
     ('notes', '_version', 'filter', 1, 300, now())`,
  );
  await desk.database.query(
    `insert into notes (_id, text) select 'n' || n, 'Text' from generate_series(1, 10000) n on conflict do nothing`,
  );
  await desk.database.alone((sql) => sql.query('analyze notes'));
  await desk.database.query(
    `update backoffice.descriptor set applied_at = now() - interval '40 days'`,
  );
}

describe('the tab about indexes', () => {
  test('shows each index with its purpose and use, beside the size of its table', async () => {
    const { user, address } = await openScreen(desk, page);

    await user.click(await screen.findByRole('tab', { name: 'Indexes' }));

    const rows = await tableRows('Tickets');
    expect(address()).toBe(`${page}?tab=indexes`);
    const number = rows.find(([field]) => field === 'number');
    expect(number?.slice(0, 2)).toEqual(['number', 'unique values']);
    expect(number?.[2]).toMatch(/^\d+(\.\d)? kB$/);
    expect(number?.[3]).toMatch(/^\d+ times?$/);
    expect(rows.find(([field]) => field === '_id')?.[1]).toBe('key of the table');
    const section = screen.getByRole('heading', { name: 'Tickets' }).parentElement!;
    expect(section.textContent).toMatch(/Table .* kB, indexes .* kB, about \d+ records?/);
    expect(within(await adviceOf('Advice')).getByRole('alert').textContent).toBe(
      'Nothing to change. An index counts as unused after 30 days without use.',
    );
  });

  test('shows first which lines of the descriptor to change', async () => {
    await beSlowAndUnused();
    await openScreen(desk, `${page}?tab=indexes`);

    expect(textsOf(await adviceOf('Advice'))).toEqual([
      'Notes: 1,200 slow lists were sorted by Weight. The slowest took 1.5 s.Add to resources.notes.fields.weight: "index": true',
      'Notes: 1 slow list was filtered by Version. The slowest took 0.3 s.Add to resources.notes.list.filters: "_version"',
      expect.stringMatching(
        /^Notes: the index on Rank \([\d.]+ kB\) was not used for 30 days\.Remove from resources\.notes\.fields\.rank: "index": true$/,
      ),
    ]);
  });

  test('is shown in German', async () => {
    await beSlowAndUnused();
    await openScreen(desk, `${page}?tab=indexes`, { language: 'de' });

    const advice = await adviceOf('Empfehlungen');
    const rows = await tableRows('Notes');

    expect(textsOf(advice)[0]).toBe(
      'Notes: 1.200 langsame Listen waren nach Weight sortiert. Die langsamste dauerte 1,5 s.Bei resources.notes.fields.weight ergänzen: "index": true',
    );
    expect(textsOf(advice)[2]).toContain('Aus resources.notes.fields.rank entfernen');
    expect(rows.find(([field]) => field === 'rank')?.slice(1)).toEqual([
      'Einstellung „index“',
      expect.stringMatching(/ kB$/),
      '0-mal',
    ]);
    expect(screen.getByText(/^PostgreSQL zählt die Nutzung seit \d/)).toBeTruthy();
  });

  test('is hidden from other roles', async () => {
    const { calls } = await openScreen(desk, `${page}?tab=indexes`, { as: 'agent' });

    await screen.findByRole('heading', { name: 'Access denied', level: 2 });

    expect(calls()).not.toContain('GET /api/structure/indexes');
  });
});
