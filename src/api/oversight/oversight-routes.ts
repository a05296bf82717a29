import { oversightOperations as say } from '../admin/oversight/oversight-operations.ts';
import type { Route } from '../http/route.ts';
import { exportAudit } from '../admin/oversight/export-audit.ts';
import { readAudit } from './read-audit.ts';
import { readOutbox } from './read-outbox.ts';
import { answerRetry } from '../admin/oversight/retry-mail.ts';

/** What admins look after: the mails, and who did what. */
export function oversightRoutes(): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/admin/outbox',
      needs: 'admin',
      takesQuery: true,
      operation: say.outbox,
      run: readOutbox,
    },
    {
      method: 'POST',
      path: '/api/admin/outbox/:id/retry',
      needs: 'admin',
      operation: say.retry,
      run: answerRetry,
    },
    {
      method: 'GET',
      path: '/api/admin/audit',
      needs: 'admin',
      takesQuery: true,
      operation: say.audit,
      run: readAudit,
    },
    {
      method: 'GET',
      path: '/api/admin/audit/export',
      needs: 'admin',
      takesQuery: true,
      operation: say.exportAudit,
      run: exportAudit,
    },
  ];
}
