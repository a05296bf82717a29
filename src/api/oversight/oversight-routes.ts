import { oversightOperations as say } from '../openapi/oversight-operations.ts';
import type { Route } from '../route.ts';
import { exportAudit } from './export-audit.ts';
import { readAudit } from './read-audit.ts';
import { readOutbox } from './read-outbox.ts';
import { answerRetry } from './retry-mail.ts';

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
