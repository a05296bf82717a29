import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toDescriptor } from '../../src/descriptor/read/to-descriptor.ts';
import { openTestApi, type TestApi } from '../support/api.ts';
import { fetchExport } from '../support/exchange.ts';
import { jobsOf } from '../support/jobs.ts';
import { librarySource } from '../support/library.ts';

describe('the failed rows of a workbook', () => {
  let api: TestApi;
  const clock = new Date('2026-03-01T08:30:00Z');
  const file = async () =>
    Uint8Array.from(
      await writeXlsx({
        sheets: [
          {
            name: 'Trips',
            rows: [
              ['name', 'km', 'starts', 'takes', 'stops.at', 'stops.day', 'note'],
              ['Prague', 'far', clock, new Date('1900-01-01T06:00:00Z'), clock, clock, 'x'],
              ['Vienna', 9, clock, null, null, null, clock],
            ],
          },
        ],
      }),
    );
  const trips = {
    importKey: 'name',
    fields: {
      name: { type: 'text', required: true, unique: true },
      km: { type: 'number' },
      starts: { type: 'datetime' },
      takes: { type: 'duration' },
      note: { type: 'text' },
    },
    children: [{ resource: 'stops', field: 'trip', sort: 'at', inline: true }],
  };
  const stops = {
    title: '{at}',
    fields: {
      trip: { type: 'reference', to: 'trips', required: true },
      at: { type: 'datetime' },
      day: { type: 'date' },
    },
  };
  const all = async (path: string) => (await api.call('GET', path, { as: 'admin' })).json.data;
  const expectPrague = async () => {
    const moment = '2026-03-01T07:30:00.000Z';
    expect(await all('/api/trips')).toMatchObject([
      { name: 'Prague', km: 3, starts: moment, takes: 108_000 },
    ]);
    expect(await all('/api/stops')).toMatchObject([{ at: moment, day: '2026-03-01' }]);
  };

  beforeAll(async () => {
    const descriptor = toDescriptor({
      app: { timeZone: 'Europe/Berlin' },
      resources: { trips, stops, users: librarySource.resources.users },
    });
    api = await openTestApi({ descriptor: () => descriptor });
  });
  beforeEach(() => api.database.query('truncate trips, stops, backoffice.jobs cascade'));
  afterAll(() => api.close());

  it('have the same moments when they are imported again', async () => {
    const jobs = jobsOf(api, '/api/trips');
    const { json: job } = await jobs.upload(await file(), 'trips.xlsx');
    await jobs.run(job.id, { mode: 'upsert' });

    const cells = { 1: { km: '3' } };
    const { json } = await jobs.call('POST', `/api/jobs/${job.id}/again`, { cells });
    const dry = await jobs.ended(json.id);
    await jobs.run(json.id, { ...dry.request, dryRun: false });

    // A time is still no text, as it was at first.
    expect(dry.summary).toMatchObject({ created: 2, failed: 1 });
    await expectPrague();
  });

  it('have the same moments in the file to correct, as times in text columns', async () => {
    const jobs = jobsOf(api, '/api/trips');
    const { json: job } = await jobs.upload(await file(), 'trips.xlsx');
    await jobs.run(job.id, { mode: 'upsert' });

    const { bytes } = await fetchExport(api, `/api/jobs/${job.id}/failed`);
    const [names, prague, vienna] = (await readXlsx(bytes)).sheets[0]!.rows;
    const { json: next } = await jobs.upload(bytes, 'trips.xlsx');
    await jobs.run(next.id, { mode: 'upsert', cells: { 1: { km: '3' } }, leaveOut: [2] });

    expect(prague![names!.indexOf('stops.at')]).toEqual(clock);
    expect(vienna![names!.indexOf('note')]).toBe('2026-03-01 08:30:00');
    await expectPrague();
  });
});
