import { call } from '../../client/http.ts';
import type { PeopleTexts } from '../../messages/en/people.ts';

export type MailState = keyof PeopleTexts['outbox']['states'];

export type OutboxMail = {
  id: string;
  kind: string;
  to: string;
  name: string | null;
  language: string;
  state: MailState;
  attempts: number;
  createdAt: string;
  nextAt: string | null;
  endedAt: string | null;
  error: string | null;
  mayHaveArrivedTwice: boolean;
  mayRetry: boolean;
};

export type OutboxPage = {
  data: readonly OutboxMail[];
  next: string | null;
  counts: Readonly<Record<MailState, number>>;
  /** Null where this server sends none: another one does. */
  delivery: { via: 'smtp'; host: string } | { via: 'files'; folder: string } | null;
};

export type OutboxQuestion = {
  filters?: Readonly<Record<string, string>>;
  after?: string | null;
  perPage?: number;
  signal?: AbortSignal;
};

export async function readOutbox(question: OutboxQuestion): Promise<OutboxPage> {
  const { filters = {}, after, perPage = 50, signal } = question;
  const query = new URLSearchParams({ ...filters, _perPage: String(perPage) });
  if (after) query.set('_after', after);
  return (await call<OutboxPage>(`/api/admin/outbox?${query}`, { signal: signal ?? null })).json;
}

export async function retryMail(id: string): Promise<void> {
  await call(`/api/admin/outbox/${encodeURIComponent(id)}/retry`, { method: 'POST' });
}
