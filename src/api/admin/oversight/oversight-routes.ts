import { Audit, auditActions, mailStates, Outbox } from '../../../contract/oversight.ts';
import { oversightOperations as say } from './oversight-operations.ts';
import type { Route } from '../../http/route.ts';
import { exportAudit, readAuditFilter } from '../audit.ts';
import { answerRetry } from '../outbox.ts';
import { USERS } from '../../../store/system/account.ts';
import { listAudit } from '../../../store/system/audit/list-audit.ts';
import { answer } from '../../http/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { type Refusal, refuse } from '../../http/refusal.ts';
import { createQueryReader } from '../../http/query-reader.ts';
import { countOutbox, listOutbox } from '../../../store/system/outbox/list-outbox.ts';

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

/** Who did what, the newest first. */
async function readAudit(call: UserCall): Promise<Response | Refusal> {
  const asked = createQueryReader(call.query);
  const query = {
    ...readAuditFilter(asked),
    after: asked.cursor(/^\d{1,18}$/),
    perPage: asked.perPage(),
  };
  const problems = asked.problems();
  if (problems.length > 0) return refuse(problems);
  const users = call.descriptor.resources.get(USERS);
  const { data, next } = await listAudit(call.parts.database, users, query);
  return answer(call, 200, Audit, { data, next, actions: auditActions });
}

/** The mails and what became of them. */
async function readOutbox(call: UserCall): Promise<Response | Refusal> {
  const { database, delivery } = call.parts;
  const asked = createQueryReader(call.query);
  const query = {
    states: asked.list('state', mailStates),
    kinds: asked.list('kind'),
    q: asked.text('q')?.trim() ?? '',
    after: asked.cursor(/^[\w-]{1,64}$/),
    perPage: asked.perPage(),
  };
  const problems = asked.problems();
  if (problems.length > 0) return refuse(problems);
  const { data, next } = await listOutbox(database, query);
  const counts = await countOutbox(database);
  return answer(call, 200, Outbox, { data, next, counts, delivery: delivery ?? null });
}
