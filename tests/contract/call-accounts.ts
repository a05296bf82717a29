import { emailOf, PASSWORD, signIn } from '../support/api.ts';
import { act, allMailsTo, lastLink, register } from '../support/people.ts';
import type { OpenWorld } from '../worlds/open-world.ts';

const another = 'another correct horse battery';

/** Calls what people do with accounts: their own, and as admins those of others. */
export async function callAccounts({ api }: OpenWorld): Promise<void> {
  const call = (method: string, path: string, body?: unknown, as = 'admin') =>
    api.call(method, path, { as, body });

  await register(api, 'zoe');
  const [proof] = (await allMailsTo(api, emailOf('zoe'))).filter(({ token }) => token);
  const link = { id: proof!.data.userId, token: proof!.token };
  await api.call('POST', '/api/users/proveemail', { body: link });
  await register(api, 'zack');
  const idOf = async (name: string) =>
    (await call('GET', `/api/users?email=${emailOf(name)}`)).json.data[0]._id;
  await signIn(api, 'zoe');
  await call('GET', '/api/admin/overview');
  await act(api, 'admin', await idOf('zack'), 'reject', { reason: 'No.' });
  const id = await idOf('zoe');
  await act(api, 'admin', id, 'confirm');
  await act(api, 'admin', id, 'disable');
  await act(api, 'admin', id, 'enable');
  await act(api, 'admin', id, 'role', { role: 'staff' });
  const invited = { email: emailOf('ina'), name: 'Ina', role: 'staff' };
  await call('POST', '/api/admin/invite', invited);
  await call('POST', '/api/admin/invite', invited);
  const invitations = [{ email: emailOf('one') }, { email: 'no address' }];
  await call('POST', '/api/admin/invite', { invitations, role: 'staff' });

  await api.call('POST', '/api/users/forgotpassword', { body: { email: emailOf('zoe') } });
  const reset = { ...(await lastLink(api, 'zoe')), password: another };
  await api.call('POST', '/api/users/resetpassword', { body: reset });
  const { json } = await signIn(api, 'staff');
  const refresh = { email: emailOf('staff'), refreshToken: json.refreshToken };
  await api.call('POST', '/api/auth/refresh', { body: refresh });
  await api.call('POST', '/api/auth/refresh', { body: {} });
  await signIn(api, 'staff', { body: { email: emailOf('staff'), password: 'wrong' } });

  await call('GET', '/api/users/current', undefined, 'staff');
  await call('PUT', '/api/users/current', { name: 'Stef', theme: 'dark' }, 'staff');
  await call('POST', '/api/users/current/lock', undefined, 'staff');
  await call('POST', '/api/users/current/unlock', {}, 'staff');
  await call('POST', '/api/users/current/unlock', { password: PASSWORD }, 'staff');
  const sessions = await call('GET', '/api/users/current/sessions', undefined, 'staff');
  const other = sessions.json.data.find(({ current }: { current: boolean }) => !current);
  await call('DELETE', `/api/users/current/sessions/${other.id}`, undefined, 'staff');
  await call('DELETE', '/api/users/current/sessions', undefined, 'staff');
  await call('POST', '/api/users/logout', undefined, 'staff');

  const staff = `/api/admin/user/${api.userId('staff')}`;
  await signIn(api, 'staff');
  const { json: theirs } = await call('GET', `${staff}/sessions`);
  await call('DELETE', `${staff}/sessions/${theirs.data[0].id}`);
  await call('DELETE', `${staff}/sessions`);
  await call('POST', `${staff}/resetlink`);
  await call('GET', `${staff}/data`);
  await call('GET', '/api/users/current/data');
  await api.addUser('gone', 'staff');
  const gone = { email: emailOf('gone'), reason: 'Asked for by letter' };
  await call('POST', `/api/admin/user/${api.userId('gone')}/anonymise`, gone);

  const viewed = { user: api.userId('staff') };
  await call('POST', '/api/users/current/view-as', viewed);
  await call('POST', '/api/users/current/view-as', { role: 'staff' });
  await call('DELETE', '/api/users/current/view-as');

  const words = { subject: '{app}: your link', text: '{link}' };
  const mailText = { kind: 'passwordReset', language: 'en' };
  await call('GET', '/api/admin/mailtexts');
  await call('PUT', '/api/admin/mailtexts/passwordReset/en', words);
  await call('POST', '/api/admin/mailtexts/preview', { ...words, ...mailText });
  await call('DELETE', '/api/admin/mailtexts/passwordReset/en');

  const { json: mails } = await call('GET', '/api/admin/outbox?_perPage=50');
  await call('POST', `/api/admin/outbox/${mails.data[0].id}/retry`);
  await call('GET', '/api/admin/audit?_perPage=200');
  for (const format of ['csv', 'json'])
    await call('GET', `/api/admin/audit/export?format=${format}`);
}
