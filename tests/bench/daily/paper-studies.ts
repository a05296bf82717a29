import type { SignedIn } from '../../support/sign-in.ts';
import { createRecords, findId } from './records.ts';

/** Measurements in paper: of several tiers, from sources before and since 2015. */
const studies = [
  { source: 'SRC-0233', chems: ['DEHP', 'DBP', 'DEHA'] },
  { source: 'SRC-0226', chems: ['BBP', 'DEHP', 'DINP'] },
  { source: 'SRC-0229', chems: ['DMP', 'DIBP'] },
];

/** Adds them, so that the masters that are generated next have chems found in paper. */
export async function addPaperStudies(admin: SignedIn): Promise<void> {
  for (const { source: sourceId, chems } of studies) {
    const source = await findId(admin, '/api/sources', { sourceId });
    const extractions = chems.map((rawChemName, at) => ({
      extractionId: `PAPER-${sourceId}-${at}`,
      source,
      rawChemName,
      rawFoodContactArticle: 'Plastic and paperboard',
      testType: 'migrationIntoFood',
      detected: true,
      value: at + 1,
      unit: 'mg/kg',
    }));
    await createRecords(admin, '/api/extractions', extractions);
  }
}
