import { USERS, findUser, usersResource } from '../../../store/system/account.ts';
import { isAnonymised } from '../../../store/system/accounts/anonymised.ts';
import { removeFactors } from '../../../store/system/accounts/factors.ts';
import { endSessionsOf } from '../../../store/system/accounts/sessions.ts';
import { writeAudit } from '../../../store/system/audit/write-audit.ts';
import { queueMail } from '../../../store/system/outbox/queue-mail.ts';
import { mailTo } from '../../../services/mail-to.ts';
import { auditActorOf } from '../../../services/acting.ts';
import { answerEmpty, type Reply } from '../../http/answer/answer.ts';
import type { UserCall } from '../../http/call.ts';
import { refuseAs } from '../../../services/refusal.ts';

/** Lets a user who has lost their second factor sign in without it. Ends their sessions, and tells them. */
export async function resetFactors(call: UserCall): Promise<Reply> {
  const { services, descriptor, params } = call;
  const user = await findUser(
    services.database,
    usersResource(descriptor.resources),
    params['id'] ?? '',
  );
  if (!user) return refuseAs('S001');
  if (await isAnonymised(services.database, user._id)) return refuseAs('A051');
  await services.database.transaction(async (sql) => {
    const count = await removeFactors(sql, user._id);
    if (count === 0) return;
    await endSessionsOf(sql, user._id, 'factorsReset');
    const of = { resource: USERS, record: user._id, detail: { count } };
    await writeAudit(sql, { action: 'factorsReset', ...auditActorOf(call), ...of });
    await queueMail(sql, {
      kind: 'factorsChanged',
      ...(await mailTo(sql, call, user)),
      data: {
        what: 'factorsReset',
        name: null,
        at: new Date().toISOString(),
        address: null,
      },
    });
  });
  return answerEmpty(call, 204);
}
