import { USERS } from '../../store/system/account.ts';
import { listAudit } from '../../store/system/audit/list-audit.ts';
import { auditActions } from '../../store/system/audit/note-audit.ts';
import { answerJson } from '../http/answer.ts';
import type { UserCall } from '../http/call.ts';
import { refuse, type Refusal } from '../http/refusal.ts';
import { readAuditFilter } from '../admin/oversight/audit-query.ts';
import { createQueryReader } from '../admin/oversight/query-reader.ts';

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
