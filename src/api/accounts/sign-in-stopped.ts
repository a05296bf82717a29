import { adminRoles } from '../../descriptor/permissions/admin-roles.ts';
import { USERS, type Account } from '../../store/system/account.ts';
import { MOST_FAILURES } from '../../store/system/accounts/failed-sign-ins.ts';
import { languageOf } from '../../store/system/accounts/language-of.ts';
import { listAdmins } from '../../store/system/accounts/list-admins.ts';
import { noteAudit } from '../../store/system/audit/note-audit.ts';
import { putMail } from '../../store/system/outbox/put-mail.ts';
import type { Call } from '../http/call.ts';

/**
 * The alarm: somebody has tried so many passwords that only known devices are let in to the account. Its
 * owner is mailed what to do, the admins what happened.
 */
export async function tellSignInStopped(call: Call, account: Account): Promise<void> {
  const { parts, descriptor, address, requestId } = call;
  const { _id, email, name } = account;
  const [otherwise = 'en'] = descriptor.app.languages;
  const count = MOST_FAILURES;
  const data = { at: new Date().toISOString(), address, count };
  parts.log.warn(
    { requestId, address, userId: _id },
    'an account was blocked on new devices: too many failed sign-ins',
  );
  await parts.database.transaction(async (sql) => {
    await noteAudit(sql, {
      action: 'signInStopped',
      actor: null,
      address,
      requestId,
      resource: USERS,
      record: _id,
      detail: { count },
    });
    const language = await languageOf(sql, _id, otherwise);
    await putMail(sql, { kind: 'signInStopped', to: { address: email, name }, language, data });
    for (const admin of await listAdmins(sql, adminRoles(descriptor), otherwise))
      if (admin._id !== _id)
        await putMail(sql, {
          kind: 'manyFailedSignIns',
          to: admin.to,
          language: admin.language,
          data: { ...data, name, email },
        });
  });
}
