import { describe, expect, test } from 'vitest';
import { enrolments, openSchool } from '../support/school.ts';

const { api, call, apply, patch, statusOf } = openSchool();

const problemOf = ({ json }: { json: any }) => {
  const [{ code, path }] = json.problems;
  return [code, path];
};

describe('a role that sees only open records', () => {
  test('can close them by a step, and no longer sees them', async () => {
    const id = await apply();

    const closed = await patch(id, 'reception', { status: 'cancelled', note: 'too far' });

    expect([closed.status, closed.json.status]).toEqual([200, 'cancelled']);
    expect((await call('GET', `${enrolments}/${id}`, 'reception')).status).toBe(404);
  });

  test('can close them in bulk, and in a grid', async () => {
    const [one, two] = [await apply(), await apply()];

    const bulk = await call('POST', `${enrolments}/bulk`, 'reception', {
      action: 'update',
      ids: [one],
      data: { status: 'enrolled' },
    });
    const grid = await call('POST', `${enrolments}/bulk`, 'reception', {
      records: [{ _id: two, _version: 1, data: { status: 'enrolled' } }],
    });

    expect([bulk.json.updated, grid.json.updated]).toEqual([1, 1]);
  });

  test('cannot change another field of its permission with the step', async () => {
    const id = await apply();

    const values = { status: 'cancelled', note: 'x', feePaid: false };
    const answer = await patch(id, 'reception', values);

    expect([answer.status, answer.json.code]).toEqual([403, 'A012']);
    expect(await statusOf(id)).toBe('applied');
  });
});

describe('a step for many records', () => {
  const enrol = (body: object) =>
    call('POST', `${enrolments}/bulk`, 'office', { action: 'enrol', ...body });

  test('runs by its name, with the values of its form', async () => {
    const [one, two] = [await apply({ startsOn: null }), await apply({ startsOn: null })];

    const data = { startsOn: '2027-02-01' };
    const { json } = await enrol({ ids: [one, two], data });

    expect(json).toMatchObject({ total: 2, updated: 2, failed: 0 });
    expect((await call('GET', `${enrolments}/${one}`, 'admin')).json).toMatchObject({
      status: 'enrolled',
      ...data,
    });
  });

  test('is refused for records in other states or without its condition', async () => {
    const [mine, unpaid] = [await apply(), await apply({ feePaid: false })];

    const { json } = await enrol({ ids: [mine, unpaid, 'enrolment-4'] });

    expect(json).toMatchObject({ total: 3, updated: 1, failed: 2 });
    expect(json.problems).toMatchObject([
      { _id: 'enrolment-4', code: 'S031', message: expect.stringContaining('status = applied') },
      { _id: unpaid, code: 'V054', path: 'status' },
    ]);
  });

  test('runs for the matching records in the right state', async () => {
    const id = await apply({ note: 'only this' });
    const over = await apply({ note: 'only this' });
    await patch(over, 'office', { status: 'cancelled' });

    const { json } = await enrol({ where: { note: 'only this' } });

    expect(json).toMatchObject({ total: 1, updated: 1, failed: 0 });
    expect(await statusOf(id)).toBe('enrolled');
  });

  test('is refused to a role without the right', async () => {
    const { status, json } = await call('POST', `${enrolments}/bulk`, 'teacher', {
      action: 'enrol',
      ids: ['enrolment-2'],
    });

    expect([status, json.code]).toEqual([403, 'A006']);
  });
});

describe('the mail of a step', () => {
  const mails = async (id: string) => {
    const { rows } = await api().database.query<any>(
      'select kind, to_address, language, data, dedupe_key from backoffice.outbox where dedupe_key like $1 order by to_address',
      [`stepTaken/enrolments/${id}/%`],
    );
    return rows;
  };

  test('goes to addresses and users, but not to the person who took it', async () => {
    const id = await apply();

    await patch(id, 'office', { status: 'enrolled' });

    const sent = await mails(id);
    expect(sent.map(({ to_address: to }) => to)).toEqual([
      'ada.keller@example.org',
      'teacher@example.org',
    ]);
    expect(sent[1].data).toEqual({
      title: 'Ada Keller · Piano for beginners',
      collection: { en: 'Enrolments', de: 'Anmeldungen' },
      step: { en: 'Enrol', de: 'Aufnehmen' },
      from: { en: 'Applied', de: 'Angemeldet' },
      to: { en: 'Enrolled', de: 'Aufgenommen' },
      by: 'office',
      path: `/enrolments/details/${id}`,
    });
    // People without an account cannot follow a link.
    expect(sent[0].data.path).toBe(null);
  });

  test('is queued by every way of writing, in the transaction of the write', async () => {
    const [bulk, refused] = [await apply(), await apply({ feePaid: false })];

    await call('POST', `${enrolments}/bulk`, 'reception', {
      action: 'update',
      ids: [bulk, refused],
      data: { status: 'enrolled' },
    });

    // The person who created it is told too.
    expect((await mails(bulk)).map(({ to_address: to }) => to)).toEqual([
      'ada.keller@example.org',
      'office@example.org',
      'teacher@example.org',
    ]);
    expect(await mails(refused)).toEqual([]);
  });

  test('is not sent for a rolled back write', async () => {
    const id = await apply();
    await patch(id, 'office', { status: 'cancelled', note: 'moved' });
    const before = await mails(id);

    await call('POST', `${enrolments}/${id}/restore`, 'office', { version: 1 });

    expect(before).toHaveLength(1);
    expect(await mails(id)).toHaveLength(1);
  });
});

describe('going back to an earlier state', () => {
  test('is possible by an undo', async () => {
    const id = await apply();
    const { headers } = await call('POST', `${enrolments}/bulk`, 'office', {
      action: 'enrol',
      ids: [id],
    });

    const undone = await call(
      'POST',
      `/api/changes/${headers.get('Change-Set')}/undo`,
      'office',
      {},
    );

    expect(undone.status).toBe(202);
    await expect.poll(() => statusOf(id), { timeout: 10_000 }).toBe('applied');
  });

  test('is possible by restoring a version', async () => {
    const id = await apply();
    await patch(id, 'office', { status: 'enrolled' });

    const { status, json } = await call('POST', `${enrolments}/${id}/restore`, 'office', {
      version: 1,
    });

    expect([status, json.status]).toEqual([200, 'applied']);
  });

  const restore = (id: string, as: string, body: object) =>
    call('POST', `${enrolments}/${id}/restore`, as, body);

  /** Enrolled by the office, and cancelled since, without the day that the step needs. */
  async function enrolledOnce(): Promise<string> {
    const id = await apply();
    await patch(id, 'office', { status: 'enrolled' });
    await patch(id, 'office', { status: 'cancelled', note: 'moved', startsOn: null });
    return id;
  }

  test('is not possible by restoring the state alone', async () => {
    const id = await enrolledOnce();
    await patch(id, 'office', { status: 'applied' });

    const alone = await restore(id, 'office', { version: 2, fields: ['status'] });
    const together = { version: 2, fields: ['status', 'startsOn'] };

    expect([alone.status, problemOf(alone)]).toEqual([409, ['V053', 'startsOn']]);
    expect((await restore(id, 'office', together)).json).toMatchObject({ status: 'enrolled' });
  });

  test('is possible by restoring the whole record to a state that a step of the role leads to', async () => {
    const [one, other] = [await enrolledOnce(), await enrolledOnce()];

    const whole = await restore(one, 'office', { version: 2 });
    const part = await restore(other, 'office', { version: 2, fields: ['status'] });

    expect([whole.status, whole.json.status]).toEqual([200, 'enrolled']);
    expect([part.status, problemOf(part)]).toEqual([409, ['V050', 'status']]);
  });

  test.each(['version', 'change'])(
    'is refused to a role without a step to that state, by an earlier %s',
    async (way) => {
      const id = await apply();
      await patch(id, 'office', { status: 'enrolled' });
      const finish = { action: 'finish', ids: [id] };
      const { headers } = await call('POST', `${enrolments}/bulk`, 'teacher', finish);
      const undo = `/api/changes/${headers.get('Change-Set')}/undo`;

      const { json } =
        way === 'version'
          ? await restore(id, 'teacher', { version: 2 })
          : await call('POST', undo, 'teacher', {});

      const [{ code, path }] = json.problems ?? json.summary.problems;
      expect([code, path]).toEqual(['V052', 'status']);
      expect(await statusOf(id)).toBe('finished');
    },
  );
});
