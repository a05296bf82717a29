import { OutboxMail } from '../../contract/admin.ts';
import { problem } from '../../fields/problems/problem.ts';
import { writeAudit } from '../../store/system/audit/write-audit.ts';
import { findMail, retryMail } from '../../store/system/outbox/list-outbox.ts';
import { answer, type Reply } from '../http/answer/answer.ts';
import type { UserCall } from '../http/call.ts';
import { auditActorOf } from '../../services/acting.ts';
import { refuse, refuseAs } from '../../services/refusal.ts';

/** Sends a parked or waiting mail now. */
export async function answerRetry(call: UserCall): Promise<Reply> {
  const id = call.params['id'] ?? '';
  return await call.parts.database.transaction(async (sql) => {
    const before = await findMail(sql, id);
    if (!before) return refuseAs('S001');
    if (!(await retryMail(sql, id))) {
      const isOver = before.state === 'sent' || before.state === 'sending';
      return refuse(problem(isOver ? 'A016' : 'S009', isOver ? 'state' : ''));
    }
    const detail = { kind: before.kind, to: before.to };
    await writeAudit(sql, { action: 'mailRetried', ...auditActorOf(call), record: id, detail });
    return answer(call, 200, OutboxMail, (await findMail(sql, id))!);
  });
}
