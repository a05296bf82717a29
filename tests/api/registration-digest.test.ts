import { expect, it } from 'vitest';
import { mailDigests } from '../../src/store/system/accounts/registrations.ts';
import { emailOf, openTestApi } from '../support/api.ts';
import { mailsTo, register } from '../support/people.ts';

it('admins get a mail for each of ten registrations within an hour, and one for the rest', async () => {
  const api = await openTestApi();
  const kinds = async () =>
    (await mailsTo(api, emailOf('admin'))).map(({ kind, data }) => [kind, data.count ?? data.name]);
  for (let nth = 1; nth <= 13; nth += 1) await register(api, `newcomer${nth}`);
  const atOnce = await kinds();

  const early = await mailDigests({ ...api.services, descriptor: api.descriptor });
  await api.database.query(
    `update backoffice.outbox set created_at = created_at - interval '61 minutes'`,
  );
  await api.database.query(`update "users" set "createdAt" = "createdAt" - interval '60 minutes'`);
  const parts = { ...api.services, descriptor: api.descriptor };
  const late = [await mailDigests(parts), await mailDigests(parts)];

  expect(atOnce).toHaveLength(10);
  expect(early).toBe(0);
  // To each of the two admins, once.
  expect(late).toEqual([2, 0]);
  expect((await kinds()).at(-1)![0]).toBe('registrationsReceived');
  await api.close();
});
