import type { SignedIn } from '../../support/sign-in.ts';
import { expect, type Job } from './job.ts';
import { createRecords, listRecords } from './records.ts';

/**
 * 50 unmapped terms: 30 are the name of a chem, 14 are synonyms and 6 misspelled names, and the first suggestion
 * for each of these is right. One more term is in the sample and has no target.
 */
export const mapTerms: Job = {
  name: 'map 50 terms',
  before: '54',
  work: async ({ api, openDashboard }) => {
    const terms = await addTerms(api.admin);

    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Mapping overview');
    await hands.click('button', 'Accept all with the same name (30)');
    await hands.click('button', 'Map 30 terms');
    await expect(hands.findText('30 terms mapped.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unmapped 21' })).toBeVisible();
    const told = page.getByRole('status').filter({ hasText: /\d+ left/ });
    await expect(page.locator('[data-term-head]').first()).toBeFocused();
    // The first suggestion is read with its score before it is accepted.
    await expect(page.getByRole('button', { name: /^Accept (?!all)/ }).first()).toBeVisible();
    for (let left = 20; left >= 1; left--) {
      await hands.press('1');
      await expect(told).toContainText(` ${left} left`);
    }
    hands.finish();

    const { body } = await api.staff.call('GET', '/api/mappings/terms?_perPage=100');
    expect(body.data.map(({ printed }: { printed: string }) => printed)).toEqual(['Chlorpyrifos']);
    const mappings = await listRecords(api.staff, '/api/mappings', { status: 'approved' });
    const targets = new Map(mappings.map(({ rawTerm, chem }) => [toKey(rawTerm), chem]));
    const wrong = [...terms].filter(([term, chem]) => targets.get(toKey(term)) !== chem);
    expect(wrong).toEqual([]);
  },
};

/** Adds 50 extractions, each with a term of its own. Returns the terms and the chems they mean. */
async function addTerms(admin: SignedIn): Promise<Map<string, string>> {
  const chems = await listRecords(admin, '/api/chems');
  const mappings = await listRecords(admin, '/api/mappings', { mappingType: 'chem' });
  const mapped = new Set(mappings.map(({ rawTerm }) => toKey(rawTerm)));
  const isFree = (term: string) => term.length > 8 && !mapped.has(toKey(term));
  const free = chems
    .filter(({ commonName, status }) => status === 'reviewed' && isFree(commonName))
    .sort((one, other) => (one['casId'] < other['casId'] ? -1 : 1));
  const named = free.slice(0, 30).map(({ commonName, _id }) => [commonName, _id] as const);
  const others = free.slice(30);
  const synonyms = others
    .flatMap(({ synonyms, _id }) => {
      const synonym: string | undefined = synonyms?.find(isFree);
      return synonym === undefined ? [] : [[synonym, _id] as const];
    })
    .slice(0, 14);
  const used = new Set(synonyms.map(([, id]) => id));
  const misspelled = others
    .filter(({ _id, commonName }) => !used.has(_id) && /[a-z]{5}/.test(commonName))
    .map(({ commonName, _id }) => [doubleLetter(commonName), _id] as const)
    .slice(0, 6);
  const terms = new Map<string, string>([...named, ...synonyms, ...misspelled]);
  expect(terms.size).toBe(50);
  const [source] = await listRecords(admin, '/api/sources', { _perPage: '1' });
  const extractions = [...terms.keys()].map((rawChemName, at) => ({
    extractionId: `TERM-${at}`,
    source: source?.['_id'],
    rawChemName,
    testType: 'extraction',
    detected: true,
  }));
  await createRecords(admin, '/api/extractions', extractions);
  return terms;
}

function toKey(term: unknown): string {
  return String(term).trim().toLowerCase();
}

/** Toluene becomes Tolueene: one letter is printed twice. */
function doubleLetter(name: string): string {
  return name.replace(/([a-z]{3})([a-z])(?=[a-z])/, '$1$2$2');
}
