import type { Audit } from '../../../contract/oversight.ts';
import { call, open } from '../../client/http.ts';
import { saveStream } from '../../client/save-stream.ts';

/** What may stand in the address of the page; `from` and `to` are days of the reader. */
export const auditFilters = [
  'action',
  'actor',
  'about',
  'resource',
  'record',
  'from',
  'to',
] as const;
export type AuditFilters = Readonly<Partial<Record<(typeof auditFilters)[number], string>>>;

export async function readAudit(
  filters: AuditFilters,
  after: string | null,
  signal: AbortSignal,
): Promise<Audit> {
  const query = toQuery(filters);
  query.set('_perPage', '50');
  if (after !== null) query.set('_after', after);
  return (await call<Audit>(`/api/admin/audit?${query}`, { signal })).json;
}

/** Saves what the filters let through; false when the user thought better of it. */
export function saveAudit(filters: AuditFilters, format: 'csv' | 'json'): Promise<boolean> {
  const query = toQuery(filters);
  query.set('format', format);
  return saveStream(`audit-export.${format}`, async () => {
    const { body } = await open(`/api/admin/audit/export?${query}`);
    if (body === null) throw new Error('The server sent no file');
    return body;
  });
}

/** Days become the moments they begin and end for the reader. */
function toQuery({ from, to, ...plain }: AuditFilters): URLSearchParams {
  const query = new URLSearchParams(plain);
  if (from) query.set('from', new Date(`${from}T00:00:00`).toISOString());
  if (to) query.set('to', new Date(`${to}T23:59:59.999`).toISOString());
  return query;
}
