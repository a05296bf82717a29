import { USERS } from '../../store/accounts/account.ts';
import { listAudit } from '../../store/audit/list-audit.ts';
import { auditActions } from '../../store/audit/note-audit.ts';
import { answerJson } from '../answer.ts';
import type { UserCall } from '../call.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { readAuditFilter } from './audit-query.ts';
import { createQueryReader } from './query-reader.ts';

/** Who did what, the newest first. */
export async function readAudit(call: UserCall): Promise<Response | Refusal> {
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
  return answerJson(call, 200, JSON.stringify({ data, next, actions: auditActions }));
}
