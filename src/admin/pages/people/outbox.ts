import type { Outbox } from '../../../contract/admin.ts';
import { call } from '../../client/http.ts';

type OutboxQuestion = {
  filters?: Readonly<Record<string, string>>;
  after?: string | null;
  perPage?: number;
  signal?: AbortSignal;
};

export async function readOutbox(question: OutboxQuestion): Promise<Outbox> {
  const { filters = {}, after, perPage = 50, signal } = question;
  const query = new URLSearchParams({ ...filters, _perPage: String(perPage) });
  if (after) query.set('_after', after);
  return (await call<Outbox>(`/api/admin/outbox?${query}`, { signal: signal ?? null })).json;
}
