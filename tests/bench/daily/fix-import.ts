import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toCasNumber } from '../chem-rows.ts';
import { expect, type Job } from './job.ts';
import { listRecords } from './records.ts';

/** 20 chems, three with a wrong cell. The app shows the cells but cannot correct them, so a spreadsheet does. */
export const fixImport: Job = {
  name: 'fix an import with three wrong rows',
  before: '8 + 5 outside',
  work: async ({ api, folder, openDashboard }) => {
    const right = Array.from({ length: 20 }, (_, at) => [
      toCasNumber(820_000_000 + at),
      `Imported chem ${at}`,
      `${100 + at}.5`,
      'draft',
    ]);
    const wrong = right
      .with(3, right[3]!.with(0, withWrongDigit(right[3]![0]!)))
      .with(9, right[9]!.with(2, 'about 120'))
      .with(15, right[15]!.with(3, 'drafft'));
    const path = join(folder, 'chems.csv');
    await writeFile(path, toCsv(wrong));

    const hands = await openDashboard('staff');
    const { page } = hands;
    await hands.click('link', 'Chems');
    await hands.click('button', 'More');
    await hands.click('menuitem', 'Import');
    await hands.chooseFile('File to import', path);
    await page.waitForURL(/\/tools\/jobs\//);
    await hands.click('button', 'Start dry run');
    await expect(hands.findText('This was a dry run')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Failed' }).getByRole('listitem')).toHaveCount(3);
    await writeFile(path, toCsv(right));
    hands.actOutside('open the file', 'correct a cell', 'correct a cell', 'correct a cell', 'save');
    await hands.chooseFile('File to import', path);
    await hands.click('button', 'Import 20 records');
    await expect(hands.findText('Created: 20')).toBeVisible();
    hands.finish();

    const found = await listRecords(api.staff, '/api/chems', {
      commonName_starts: 'Imported chem ',
      _sort: 'casId',
    });
    expect(
      found.map(({ casId, commonName, molecularWeight, status }) => [
        casId,
        commonName,
        String(molecularWeight),
        status,
      ]),
    ).toEqual(right);
  },
};

/** The check digit of a CAS number is its last one. */
function withWrongDigit(casId: string): string {
  return `${casId.slice(0, -1)}${(Number(casId.at(-1)) + 1) % 10}`;
}

function toCsv(rows: readonly (readonly string[])[]): string {
  const head = ['casId', 'commonName', 'molecularWeight', 'status'];
  return [head, ...rows].map((row) => `${row.join(',')}\n`).join('');
}
