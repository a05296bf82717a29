import { auditActions } from '../../../contract/oversight.ts';
import type { AuditQuery } from '../../../store/system/audit/list-audit.ts';
import type { QueryReader } from './query-reader.ts';

/** What is asked of the audit, without how many at a time. */
export function readAuditFilter(asked: QueryReader): Omit<AuditQuery, 'after' | 'perPage'> {
  return {
    actions: asked.list('action', auditActions),
    actors: asked.list('actor'),
    about: asked.list('about'),
    resource: asked.text('resource'),
    record: asked.text('record'),
    from: asked.moment('from'),
    before: asked.moment('to', true),
    words: (asked.text('q') ?? '').split(/\s+/).filter((word) => word !== ''),
  };
}
