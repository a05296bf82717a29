import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTestApi, type TestAnswer, type TestApi } from './api.ts';
import { closeTicket, deskDescriptor } from './desk.ts';

/** Asks for progress: an answer of NDJSON, a line for each batch. */
export const lines = { Accept: 'application/x-ndjson' };

export type ManyTickets = {
  desk: TestApi;
  /** Leaves so many tickets, `t1`, `t2` …, all drafts. */
  fill(count: number): Promise<void>;
  bulk(body: unknown, as?: string, headers?: Record<string, string>): Promise<TestAnswer>;
  /** Tickets that meet a condition in SQL. */
  count(condition: string): Promise<number>;
  /** A bulk call whose progress is read line by line; `next` is undefined at the end. */
  openLines(body: unknown): Promise<{
    reader: ReadableStreamDefaultReader<Uint8Array>;
    next(): Promise<any>;
  }>;
};

/** For the tests of a file: a desk with 450 tickets before each. */
export function openManyTickets(isOpen: (tickets: ManyTickets) => void): void {
  let tickets: ManyTickets;

  beforeAll(async () => {
    const descriptor = deskDescriptor();
    const desk = await openTestApi({ descriptor: () => descriptor, actions: [closeTicket] });
    tickets = ticketsOf(desk);
    isOpen(tickets);
  });
  beforeEach(() => tickets.fill(450));
  afterAll(() => tickets.desk.close());
}

function ticketsOf(desk: TestApi): ManyTickets {
  return {
    desk,
    fill: async (count) => {
      await desk.database.query('truncate tickets, notes, "notes__related" cascade');
      await desk.database.query(
        `insert into tickets (_id, number, subject, weight, status) select 't' || n, n::text, 'Ticket ' || n, n, 'draft'
         from generate_series(1, $1::int) n`,
        [count],
      );
    },
    bulk: (body, as = 'clerk', headers = {}) =>
      desk.call('POST', '/api/tickets/bulk', { as, body, headers }),
    count: async (condition) => {
      const { rows } = await desk.database.query<{ count: string }>(
        `select count(*) from tickets where ${condition}`,
      );
      return Number(rows[0]?.count);
    },
    openLines: async (body) => {
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
    },
  };
}
