import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApi, type TestApi } from '../support/api.ts';
import { closeTicket, deskDescriptor } from '../support/desk.ts';

let desk: TestApi;

beforeAll(async () => {
  const descriptor = deskDescriptor();
  desk = await openTestApi({ descriptor: () => descriptor, actions: [closeTicket] });
});
afterAll(() => desk.close());

beforeEach(async () => {
  await desk.database.query('truncate tickets, notes, "notes__related" cascade');
  await desk.database.query(
    `insert into tickets (_id, number, subject, weight, status) select 't' || n, n::text, 'Ticket ' || n, n, 'draft'
     from generate_series(1, 450) n`,
  );
});

const lines = { Accept: 'application/x-ndjson' };

async function count(condition: string): Promise<number> {
  const { rows } = await desk.database.query<{ count: string }>(
    `select count(*) from tickets where ${condition}`,
  );
  return Number(rows[0]?.count);
}

async function openLines(body: unknown) {
  const token = await desk.tokenOf('clerk');
  const request = new Request('http://localhost/api/tickets/bulk', {
    method: 'POST',
    headers: { ...lines, Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const reader = (await desk.api.fetch(request)).body!.getReader();
  let text = '';
  const next = async (): Promise<any> => {
    while (!text.includes('\n')) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      text += new TextDecoder().decode(value);
    }
    const [line = '', ...others] = text.split('\n');
    text = others.join('\n');
    return JSON.parse(line);
  };
  return { reader, next };
}

test.each([
  ['delete', { action: 'delete' }],
  ['update', { action: 'update', data: { weight: 5000 } }],
])(
  'a record that no longer meets the filter when its turn comes is left alone: %s',
  async (_, what) => {
    const { next } = await openLines({ ...what, where: { status: 'draft' } });
    await next();
    await next();
    // The last in the order of the work.
    await desk.database.query(
      `update tickets set status = 'closed', _version = _version + 1 where _id = 't99'`,
    );
    let last: any;
    for (let line = await next(); line; line = await next()) last = line;

    expect(last.summary).toMatchObject({ total: 449, failed: 0 });
    expect(await count(`_id = 't99' and weight = 99`)).toBe(1);
  },
);
