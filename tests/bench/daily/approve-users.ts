import { expect, type Job } from './job.ts';
import { listRecords } from './records.ts';

/** The sample has one registration, and two more people register. Nobody has confirmed the address. */
export const approveUsers: Job = {
  name: 'approve three pending users',
  before: '5',
  work: async ({ api, url, openDashboard }) => {
    for (const name of ['Paula Pending', 'Peter Pending']) await register(url, name);
    const pending = await listRecords(api.admin, '/api/users', { status: 'pending' });
    expect(pending).toHaveLength(3);

    const hands = await openDashboard('admin');
    await hands.click('link', /^Administration/);
    await hands.click('checkbox', 'Select all');
    await hands.click('button', 'Approve 3');
    await hands.click('button', 'Approve anyway');
    await expect(hands.findText('Updated: 3')).toBeVisible();
    await hands.click('button', 'Close');
    await expect(hands.findText('Nobody is waiting.')).toBeVisible();
    hands.finish();

    for (const { _id } of pending) {
      const { body } = await api.admin.call('GET', `/api/users/${_id}`);
      expect(body.status).toBe('confirmed');
    }
  },
};

async function register(url: string, name: string): Promise<void> {
  const response = await fetch(`${url}/api/users/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      email: `${name.toLowerCase().replace(' ', '.')}@life.example`,
      organisation: 'Life Ltd',
      password: 'seven green bicycles',
      acceptedTerms: true,
    }),
  });
  if (response.status !== 201) throw new Error(await response.text());
}
