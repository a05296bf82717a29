import { afterAll, expect, test } from 'vitest';
import { readEvents, type EventReader } from '../support/event-reader.ts';
import { openStudy } from '../support/study.ts';

const study = await openStudy();
afterAll(() => study.api.close());

test('a generation shows its user how many extractions are read, then how many masters are written', async () => {
  const listen = async (as: string) => {
    const headers = { Authorization: `Bearer ${await study.api.tokenOf(as)}` };
    const request = new Request('http://localhost/api/sse/', { headers });
    const reader = readEvents(await study.api.api.fetch(request, { address: '::1' }));
    await expect.poll(() => reader.events.length).toBeGreaterThan(0);
    return reader;
  };
  const [own, other] = [await listen('admin'), await listen('viewer')];
  const project = await study.newProject();
  await study.measure({ project, rawCas: '84-74-2' });
  await study.measure({ project, rawCas: '84-74-2' });

  const body = { projectId: project };
  await study.api.call('POST', '/api/process/generate', { as: 'admin', body });

  const told = ({ events }: EventReader) =>
    events.filter(({ event }) => event === 'process.progress').map(({ data }) => data);
  await expect.poll(() => told(own).at(-1)?.state).toBe('done');
  expect(told(own)).toMatchObject([
    { phase: 'reading', rows: 0, total: 2, state: 'running', resource: 'masters' },
    { phase: 'writing', rows: 0, total: 1, state: 'running' },
    { phase: 'writing', rows: 1, total: 1, state: 'done' },
  ]);
  expect(told(other)).toEqual([]);
  await Promise.all([own.stop(), other.stop()]);
});
