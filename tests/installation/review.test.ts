import { afterAll, describe, expect, test } from 'vitest';
import { installation } from '../../src/installation/manifest.ts';
import { openTestApi } from '../support/api.ts';
import { firstInstallation } from '../support/first-installation.ts';

const descriptor = firstInstallation();
const chemistry = await openTestApi({
  descriptor: () => descriptor,
  actions: installation.actions,
});
afterAll(() => chemistry.close());

/** A source of this status, reviewed by a role. */
async function review(extractionStatus: string, verdict: unknown, as = 'staff') {
  const resource = chemistry.descriptor.resources.get('sources')!;
  const values = { sourceId: crypto.randomUUID(), title: 'T', year: 2020, extractionStatus };
  const made = await chemistry.store.create(resource, values, { userId: null });
  if ('failure' in made) throw new Error(JSON.stringify(made));
  const { _id } = made.record;
  const answer = await chemistry.call('POST', `/api/sources/${_id}/review`, {
    as,
    body: { verdict },
    headers: { 'If-Match': '*' },
  });
  const after = (await chemistry.store.findMany(resource, '_id', [_id]))[0]!;
  return { ...answer, after };
}

describe('the review of a source', () => {
  test.each(['reviewed', 'rejected'])(
    'closes an extracted source as %s, in the name of its user',
    async (verdict) => {
      const { status, after } = await review('extracted', verdict);

      expect(status).toBe(200);
      expect(after).toMatchObject({
        extractionStatus: verdict,
        reviewedBy: chemistry.userId('staff'),
        updatedBy: chemistry.userId('staff'),
      });
    },
  );

  test.each(['todo', 'inProgress'])(
    'refuses a source that is still %s',
    async (extractionStatus) => {
      const { status, json, after } = await review(extractionStatus, 'reviewed');

      expect(status).toBe(422);
      expect(json.problems).toMatchObject([{ code: 'V008', path: 'extractionStatus' }]);
      expect(after).toMatchObject({ extractionStatus, reviewedBy: null });
    },
  );

  test('accepts two verdicts', async () => {
    const { status, json } = await review('extracted', 'maybe');

    expect(status).toBe(422);
    expect(json.problems).toMatchObject([{ code: 'V008', path: 'verdict' }]);
  });

  test('is refused to read-only users', async () => {
    const { status, after } = await review('extracted', 'reviewed', 'viewer');

    expect(status).toBe(403);
    expect(after).toMatchObject({ extractionStatus: 'extracted' });
  });
});
