import type { SignedIn } from '../../support/sign-in.ts';
import { expect, type Job } from './job.ts';
import { createRecords, findId, listRecords } from './records.ts';

/** A filter by the values beside the list, one more column, and the role of the colleagues. */
export const shareView: Job = {
  name: 'share a view with its filter and columns',
  before: '16',
  work: async ({ api, openDashboard }) => {
    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Sources');
    await hands.click('button', 'Values');
    await hands.click('checkbox', /^Regulatory opinion/);
    await hands.click('button', /^Columns/);
    await hands.click('checkbox', 'DOI', page.getByRole('dialog', { name: /^Columns/ }));
    await hands.press('Escape');
    await hands.click('button', 'Save as new view');
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await hands.type('Opinions to extract');
    await hands.click('checkbox', 'Staff');
    await hands.click('button', 'Save');
    await expect(page.getByRole('tab', { name: /^Opinions to extract/ })).toBeVisible();
    hands.finish();

    const { body } = await api.colleague.call('GET', '/api/views?resource=sources');
    expect(body.data).toMatchObject([{ name: 'Opinions to extract', roles: ['staff'] }]);
    const { where, columns } = body.data[0];
    expect(where).toMatchObject({ sourceType: 'regulatoryOpinion' });
    expect(columns.map(({ name }: { name: string }) => name)).toContain('doi');
  },
};

/** The figures are chosen first: a grouped list has no place to choose them. */
export const averagePerTestType: Job = {
  name: 'counts and averages per test type',
  before: '2 for counts; averages 3 + 14 outside',
  work: async ({ api, openDashboard }) => {
    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Extractions');
    await hands.click('button', 'Column Value');
    await hands.click('menuitem', 'Show figures at the foot');
    await hands.choose('Function for Value', 'Average');
    await hands.click('button', 'Group');
    await hands.choose('Group by', 'Test type');
    await hands.press('Escape');
    const expected = await averageByApi(api.staff);
    const heads = page.getByRole('row', { name: /^Test type/ });
    await expect(heads).toHaveCount(expected.size);
    hands.finish();

    for (const [label, { count, average }] of expected) {
      const head = heads.filter({ has: page.getByText(label, { exact: true }) });
      await expect(head).toContainText(`${count} records`);
      const text = (await head.textContent()) ?? '';
      const shown = /\(Average\)\s*([\d,.]+)/.exec(text)?.[1] ?? '';
      expect(Number(shown.replaceAll(',', ''))).toBeCloseTo(average, 2);
    }
  },
};

const testTypes: Record<string, string> = {
  migrationIntoFood: 'Migration into food',
  migrationIntoFoodSimulant: 'Migration into food simulant',
  extraction: 'Extraction',
};

async function averageByApi(staff: SignedIn) {
  const all = await listRecords(staff, '/api/extractions', { _fields: 'testType,value' });
  const groups = Map.groupBy(all, ({ testType }) => testTypes[testType as string]!);
  return new Map(
    [...groups].map(([label, some]) => {
      const values = some
        .map(({ value }) => value as number | null)
        .filter((each) => each !== null);
      const average = values.reduce((sum, each) => sum + each, 0) / values.length;
      return [label, { count: some.length, average }];
    }),
  );
}

/** The first five rows of the list; extractions stay where they are. */
export const moveSources: Job = {
  name: 'move five sources to another project',
  before: '10',
  work: async ({ api, openDashboard }) => {
    const project = await findId(api.admin, '/api/projects', { key: 'plasticizers-in-food' });
    const other = await findId(api.admin, '/api/projects', { key: 'recycled-kitchenware' });
    const year = new Date().getUTCFullYear() + 1;
    const ids = Array.from({ length: 5 }, (_, at) => `MOVE-${at}`);
    const sources = ids.map((sourceId) => ({
      sourceId,
      title: `Study ${sourceId}`,
      year,
      project,
    }));
    await createRecords(api.admin, '/api/sources', sources);

    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Sources');
    const select = (id: string) =>
      page.getByRole('checkbox', { name: new RegExp(`^Select ${id}`) });
    await hands.clickOn(select('MOVE-0'), 'the first row');
    await hands.clickOn(select('MOVE-4'), 'the fifth row', { isExtending: true });
    await expect(hands.findText('5 selected')).toBeVisible();
    await hands.click('button', 'Edit');
    await hands.click('option', 'Project');
    await hands.click('option', 'Recycled and silicone kitchenware');
    await hands.click('button', 'Change 5 records');
    await expect(hands.findText('Updated: 5')).toBeVisible();
    await hands.click('button', 'Close');
    hands.finish();

    const moved = await listRecords(api.staff, '/api/sources', { sourceId_starts: 'MOVE-' });
    expect(moved.map((source) => source['project'])).toEqual(ids.map(() => other));
  },
};
