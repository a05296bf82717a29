import { afterAll, expect, test } from 'vitest';
import { parseDescriptor } from '../../src/descriptor/read/parse-descriptor.ts';
import { openTestApi } from '../support/api.ts';
import { sendImport } from '../support/exchange.ts';
import { librarySource } from '../support/library.ts';

const source = {
  app: { languages: ['en', 'de'] },
  roles: { admin: { all: true }, staff: {} },
  resources: {
    users: librarySource.resources.users,
    tools: { path: '/equipment', fields: { name: { type: 'text' } } },
    loans: {
      fields: {
        tool: { type: 'reference', to: 'tools' },
        from: { type: 'date' },
        to: { type: 'date' },
        cancelled: { type: 'boolean', default: false },
        // A condition can use it, because it is computed from the record alone.
        days: { type: 'number', computed: 'coalesce(days(to, from), 0)' },
      },
      noOverlap: [
        { fields: ['tool'], from: 'from', to: 'to', where: 'not cancelled and days * 2 < 200' },
      ],
    },
    shifts: {
      fields: {
        who: { type: 'text' },
        from: { type: 'datetime' },
        to: { type: 'datetime' },
        kind: { type: 'choice', choices: ['day', 'night', 'off'] },
      },
      noOverlap: [
        {
          fields: ['who'],
          from: 'from',
          to: 'to',
          where: { kind: ['day', 'night'], not: { from_gte: '2030-01-01T00:00:00Z' } },
        },
      ],
    },
    rooms: {
      fields: { name: { type: 'text' }, at: { type: 'datetime' }, until: { type: 'datetime' } },
      noOverlap: [
        { fields: ['name'], from: 'at', to: 'until', message: { en: 'taken', de: 'belegt' } },
      ],
    },
  },
};

const parsed = parseDescriptor(JSON.stringify(source));
if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
const { descriptor } = parsed;
const desk = await openTestApi({ descriptor: () => descriptor });
for (const _id of ['saw', 'drill']) await write('POST', 'tools', { _id });
await write('POST', 'loans', { _id: 'l1', tool: 'saw', from: '2026-03-02', to: '2026-03-05' });
await write('POST', 'loans', { _id: 'l2', tool: 'drill', from: '2026-03-02' });
afterAll(() => desk.close());

async function write(method: string, path: string, body?: object) {
  const headers = { 'If-Match': '*' };
  const { status, json } = await desk.call(method, `/api/${path}`, { as: 'admin', body, headers });
  return { status, problems: json?.problems, _id: json?._id as string };
}

test.each([
  [{ tool: 'saw', from: '2026-03-05', to: '2026-03-06' }, 422],
  [{ tool: 'saw', from: '2026-03-01', to: '2026-03-09' }, 422],
  [{ tool: 'saw', from: '2026-03-01' }, 422],
  [{ tool: 'drill', from: '2027-01-01', to: '2027-01-02' }, 422],
  [{ tool: 'saw', from: '2026-03-06', to: '2026-03-07' }, 201],
  [{ tool: 'saw', from: '2026-03-04', to: '2026-03-04', cancelled: true }, 201],
  [{ tool: 'saw', from: '2026-03-01', to: '2026-12-01' }, 201],
  [{ tool: 'saw', to: '2026-03-04' }, 201],
  [{ from: '2026-03-04', to: '2026-03-04' }, 201],
  [{ tool: 'drill', from: '2026-03-01', to: '2026-02-01' }, 201],
])('a period %j next to others gives %i', async (body, status) => {
  const made = await write('POST', 'loans', body);
  if (made._id) await write('DELETE', `loans/${made._id}`);

  expect(made.status).toBe(status);
  const told = made.problems?.map((one: any) => [one.code, one.path]) ?? [];
  expect(told).toEqual(status === 201 ? [] : [['V062', 'from']]);
});

test('a change that causes an overlap is refused, also of a field that activates the check', async () => {
  const { _id } = await write('POST', 'loans', {
    tool: 'saw',
    from: '2026-03-04',
    cancelled: true,
  });

  expect((await write('PATCH', `loans/${_id}`, { cancelled: false })).status).toBe(422);
  await write('PATCH', 'loans/l1', { to: '2026-03-03' });
  expect((await write('PATCH', `loans/${_id}`, { cancelled: false })).status).toBe(200);
});

test('the end of one period can be the start of the next, and the message is custom', async () => {
  const hour = (at: string, until: string) =>
    write('POST', 'rooms', {
      name: 'A',
      at: `2026-03-02T${at}:00Z`,
      until: `2026-03-02T${until}:00Z`,
    });

  expect((await hour('08:00', '09:00')).status).toBe(201);
  expect((await hour('09:00', '10:00')).status).toBe(201);
  expect(await hour('09:59', '11:00')).toMatchObject({
    status: 422,
    problems: [{ code: 'V027', path: 'at', message: 'taken' }],
  });
});

test('only one of many simultaneous writers gets the tool', async () => {
  await write('POST', 'tools', { _id: 'plane' });

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      write('POST', 'loans', { tool: 'plane', from: `2026-05-0${(at % 9) + 1}`, to: '2026-05-20' }),
    ),
  );

  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
});

test.each(['true', 'false'])(
  'a file reports the rows that overlap (dry run: %s)',
  async (dryRun) => {
    await write('POST', 'tools', { _id: `t${dryRun}` });
    const rows = ['2026-01-01', '2026-01-02', '2026-01-05'].map((from) => ({
      tool: `t${dryRun}`,
      from,
      to: from === '2026-01-01' ? '2026-01-03' : from,
    }));

    const { json } = await sendImport(desk, '/api/loans', rows, { parts: { dryRun } });

    expect(json).toMatchObject({ created: 2, failed: 1, problems: [{ row: 2, code: 'V062' }] });
  },
);

test('a period counts only if its record matches a filter', async () => {
  const shift = (kind: string, year: number) =>
    write('POST', 'shifts', {
      who: 'Ann',
      kind,
      from: `${year}-01-01T08:00:00Z`,
      to: `${year}-01-01T16:00:00Z`,
    });
  await shift('day', 2026);
  await shift('day', 2031);

  expect((await shift('night', 2026)).status).toBe(422);
  expect((await shift('off', 2026)).status).toBe(201);
  expect((await shift('night', 2031)).status).toBe(201);
});
