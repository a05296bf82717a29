import type { Hands } from './hands.ts';
import { expect, type Job } from './job.ts';
import { findId } from './records.ts';

/** One letter is wrong: benzophenome. */
export const findMisspelled: Job = {
  name: 'find a chem by a misspelled name and open it',
  before: '5',
  work: async ({ api, openDashboard }) => {
    const id = await findId(api.staff, '/api/chems', { casId: '119-61-9' });

    const hands = await openDashboard('staff');
    await openPalette(hands);
    await hands.type('benzophenome');
    await hands.press('Enter');
    await expect(hands.page).toHaveURL(new RegExp(`/chems/details/${id}`));
    await expect(hands.page.getByRole('heading', { name: /^Benzophenone/ })).toBeVisible();
    hands.finish();
  },
};

/** The chem that most extractions are about; its page lists ten at a time. */
export const readExtractions: Job = {
  name: 'a chem with all its extractions',
  before: '10',
  work: async ({ api, openDashboard }) => {
    const id = await findId(api.staff, '/api/chems', { casId: '117-81-7' });
    const filter = encodeURIComponent(JSON.stringify({ 'some(masters.extractions).chem': id }));
    const { body } = await api.staff.call('GET', `/api/extractions?where=${filter}&_perPage=500`);
    const expected: string[] = body.data.map(
      (each: Record<string, string>) => each['extractionId'],
    );
    expect(expected.length).toBeGreaterThan(10);

    const hands = await openDashboard('staff');
    const { page } = hands;
    await openPalette(hands);
    await hands.type('bis(2-ethylhexyl) phthalate');
    await expect(page.getByRole('option', { selected: true })).toContainText('(117-81-7)');
    await hands.press('Enter');
    await hands.click(
      'link',
      /^Extractions \(\d+\)/,
      page.getByRole('navigation', { name: 'Sections' }),
    );
    const section = page.getByRole('region', { name: /^Extractions/ });
    const links = section.getByRole('row').getByRole('link', { name: /^(EXT|PAPER)-/ });
    await expect(links).toHaveCount(10);
    const seen = await links.allInnerTexts();
    await hands.click('button', /page 2$/i, section);
    await expect(links).toHaveCount(expected.length - 10);
    seen.push(...(await links.allInnerTexts()));
    hands.finish();

    expect(seen.sort()).toEqual(expected.sort());
  },
};

/** Opens the search, which takes letters at once. */
async function openPalette(hands: Hands): Promise<void> {
  await hands.press('Control+k', 'Ctrl+K');
}
