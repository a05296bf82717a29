import { describe, expect, test } from 'vitest';
import { sendImport } from '../support/exchange.ts';
import { enrolments, openSchool } from '../support/school.ts';

const { api, call, applicant, apply, patch, statusOf } = openSchool();

const problemOf = ({ json }: { json: any }) => {
  const [{ code, path, message }] = json.problems;
  return [code, path, message];
};

describe('a new record', () => {
  test('begins in the initial state', async () => {
    expect(await statusOf(await apply())).toBe('applied');
  });

  test('cannot begin in another', async () => {
    const body = { ...applicant(), status: 'enrolled' };
    const answer = await call('POST', enrolments, 'admin', body);

    expect(answer.status).toBe(422);
    expect(problemOf(answer)).toEqual(['V051', 'status', 'must start as one of applied']);
  });
});

describe('a step', () => {
  test('runs by a PATCH of the field', async () => {
    const id = await apply();

    const { status, json } = await patch(id, 'office', { status: 'enrolled' });

    expect([status, json.status]).toEqual([200, 'enrolled']);
  });

  test('is refused with the declared ones if it is not declared', async () => {
    const id = await apply();

    const answer = await patch(id, 'admin', { status: 'finished' });

    expect(answer.status).toBe(422);
    expect(problemOf(answer)).toEqual([
      'V050',
      'status',
      'cannot go from applied to finished; possible: enrolled, cancelled',
    ]);
    expect(await statusOf(id)).toBe('applied');
  });

  test('is refused if no step leads on', async () => {
    const answer = await patch('enrolment-4', 'admin', { status: 'applied' });

    expect(problemOf(answer)).toEqual(['V052', 'status', 'cannot leave finished as admin']);
  });

  test('is refused to a role without the right', async () => {
    const id = await apply();
    await patch(id, 'office', { status: 'enrolled' });

    const answer = await patch(id, 'teacher', { status: 'cancelled', note: 'gone' });

    expect(answer.status).toBe(422);
    expect(problemOf(answer)).toEqual([
      'A022',
      'status',
      'is not allowed for the role teacher (step Cancel enrolment)',
    ]);
  });

  test('needs its condition in the resulting record', async () => {
    const id = await apply({ feePaid: null });

    const refused = await patch(id, 'office', { status: 'enrolled' });
    const paid = await patch(id, 'office', { status: 'enrolled', feePaid: true });

    expect(problemOf(refused)).toEqual([
      'V054',
      'status',
      'cannot take the step Enrol: The fee is not paid yet.',
    ]);
    expect(refused.json.problems[0].params).toMatchObject({
      condition_de: 'Das Schulgeld ist noch nicht bezahlt.',
      step_de: 'Aufnehmen',
    });
    expect(paid.status).toBe(200);
  });

  test('needs values in its required fields', async () => {
    const id = await apply({ startsOn: null });

    const refused = await patch(id, 'office', { status: 'enrolled' });
    const filled = await patch(id, 'office', { status: 'enrolled', startsOn: '2027-01-11' });

    expect(problemOf(refused)).toEqual(['V053', 'startsOn', 'is required for the step Enrol']);
    expect(filled.status).toBe(200);
  });

  test('cannot clear the state', async () => {
    const answer = await patch(await apply(), 'admin', { status: null });

    expect(problemOf(answer)).toEqual(['V001', 'status', 'is required']);
  });

  test('runs once for two simultaneous callers', async () => {
    const id = await apply();
    await patch(id, 'office', { status: 'enrolled' });

    const answers = await Promise.all([
      patch(id, 'office', { status: 'finished' }),
      patch(id, 'office', { status: 'cancelled', note: 'moved away' }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 422,
    ]);
  });

  test.each<[string, (id: string) => Promise<{ status: number; json: any }>]>([
    [
      'PUT',
      async (id) => {
        const { json } = await call('GET', `${enrolments}/${id}`, 'admin');
        return call('PUT', enrolments, 'admin', { ...json, status: 'finished' });
      },
    ],
    [
      'a bulk change',
      (id) =>
        call('POST', `${enrolments}/bulk`, 'admin', {
          action: 'update',
          ids: [id],
          data: { status: 'finished' },
        }),
    ],
    [
      'the grid',
      (id) =>
        call('POST', `${enrolments}/bulk`, 'admin', {
          records: [{ _id: id, _version: 1, data: { status: 'finished' } }],
        }),
    ],
    [
      'an import',
      (id) =>
        sendImport(
          api(),
          enrolments,
          Buffer.from(JSON.stringify([{ _id: id, status: 'finished' }])),
          { as: 'admin', name: 'x.json', parts: { mode: 'update', key: '_id' } },
        ),
    ],
  ])('that is not declared is refused to %s', async (_, write) => {
    const id = await apply();

    const { json } = await write(id);

    expect(json.problems[0].code).toBe('V050');
    expect(await statusOf(id)).toBe('applied');
  });

  test('that is not declared is refused to a merge', async () => {
    const [keep, gone] = [await apply(), await apply()];
    const body = { keep, merge: [gone], versions: { [keep]: 1, [gone]: 1 } };

    const answer = await call('POST', `${enrolments}/merge`, 'admin', {
      ...body,
      values: { status: 'finished' },
    });

    expect([answer.status, answer.json.problems[0].code]).toEqual([422, 'V050']);
  });
});

describe('an import', () => {
  const rows = () => [{ pupil: 101, class: 'Flute ensemble', status: 'finished' }];
  const send = (as: string) =>
    sendImport(api(), enrolments, Buffer.from(JSON.stringify(rows())), {
      as,
      name: 'x.json',
      parts: { mode: 'create' },
    });

  test('by a role with all rights accepts any state', async () => {
    expect((await send('admin')).json).toMatchObject({ created: 1, failed: 0 });
  });

  test('by another role accepts only an initial state', async () => {
    const { json } = await send('office');

    expect(json).toMatchObject({ created: 0, failed: 1 });
    expect(json.problems[0].code).toBe('V051');
  });
});
