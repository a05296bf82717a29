import { writeXlsx } from 'hucre/xlsx';
import { findFaults } from './find-faults.ts';
import { sendFile } from './send-file.ts';
import { expect, keepSession, test, untilQuiet } from './test.ts';

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A workbook with extractions and, behind them, the source that they refer to. */
async function workbookOf(mark: string, extractions: string[][], title = `Study ${mark}`) {
  const sheets = [
    {
      name: 'Extractions',
      rows: [
        ['extractionId', 'source', 'rawChemName', 'testType'],
        ...extractions.map(([id = '', ...cells]) => [`${mark}-${id}`, `${mark}-S`, ...cells]),
      ],
    },
    {
      name: 'Sources',
      rows: [
        ['sourceId', 'title', 'year'],
        [`${mark}-S`, title, 2020],
      ],
    },
  ];
  return { name: 'book.xlsx', mimeType, buffer: Buffer.from(await writeXlsx({ sheets })) };
}

test.describe('on a phone, in German', () => {
  test.use({ viewport: { width: 390, height: 844 }, locale: 'de-DE' });

  test('two sheets of a workbook are set up, tested and imported together by keyboard', async ({
    page,
    api,
  }) => {
    // An ID that is longer than a line of the page.
    const mark = `sheet-${crypto.randomUUID()}`;
    await keepSession(page);
    await page.goto('/tools/import?into=extractions');
    const book = await workbookOf(mark, [['E', 'acetone', 'extraction']], `${mark} `.repeat(9));
    await sendFile(page, 'Zu importierende Datei', book);

    const others = page.getByRole('region', { name: 'Weitere Blätter' });
    await expect(others.getByLabel('Sources')).toHaveValue('sources');
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);
    await others.getByRole('button', { name: 'Diese Blätter einrichten' }).press('Enter');

    const steps = page.getByRole('navigation', { name: 'Blätter der Arbeitsmappe' });
    await expect(steps.getByRole('listitem').getByRole('link')).toHaveText([
      'Sources: Quellen',
      'Extractions: Extraktionen',
    ]);
    await expect(steps.getByRole('button')).toHaveCount(0);
    for (const name of ['Sources', 'Extractions']) {
      await steps.getByRole('link', { name: `Nächstes Blatt: ${name}` }).press('Enter');
      await expect(steps.getByRole('link', { name: `${name}: ` })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await page.getByRole('button', { name: 'Probelauf starten' }).press('Enter');
      await expect(page.getByRole('button', { name: '1 Datensatz importieren' })).toBeVisible();
      await untilQuiet(page);
      expect(await findFaults(page)).toEqual([]);
    }
    await steps.getByRole('button', { name: 'Alle Blätter importieren' }).press('Enter');

    await expect(steps.getByText('Fertig', { exact: true })).toHaveCount(2);
    await expect(page.getByText('Angelegt: 1')).toBeVisible();
    const { body } = await api.call('GET', `/api/extractions?extractionId=${mark}-E`);
    expect(body.data).toMatchObject([{ rawChemName: 'acetone' }]);
  });
});

test.describe('at a desk, in English', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('an all-or-nothing sheet blocks the others until its wrong row is corrected', async ({
    page,
    api,
  }) => {
    const mark = `sh${crypto.randomUUID().slice(0, 8)}`;
    await keepSession(page);
    await page.goto('/tools/import?into=extractions');
    const rows = [
      ['E', 'acetone', 'extraction'],
      ['F', 'ethanol', 'a wrong type'],
    ];
    await sendFile(page, 'File to import', await workbookOf(mark, rows));
    await page.getByRole('button', { name: 'Set up these sheets' }).click();
    const steps = page.getByRole('navigation', { name: 'Sheets of the workbook' });
    const startDryRun = page.getByRole('button', { name: 'Start dry run' });
    const importAll = steps.getByRole('button', { name: 'Import all sheets' });

    // The sheet before has the same buttons.
    await steps.getByRole('link', { name: 'Next sheet: Sources' }).click();
    await expect(page.getByText('Import into Sources')).toBeVisible();
    await startDryRun.click();
    await steps.getByRole('link', { name: 'Next sheet: Extractions' }).click();
    await expect(page.getByText('Import into Extractions')).toBeVisible();
    await page.getByRole('checkbox', { name: /^All or nothing/ }).check();
    await startDryRun.click();

    await expect(steps.getByText('Failed rows: 1')).toBeVisible();
    await expect(steps.getByText('All rows of this sheet must succeed.')).toBeVisible();
    await expect(importAll).toHaveCount(0);
    await untilQuiet(page);
    expect(await findFaults(page)).toEqual([]);

    const cell = page.getByRole('combobox', { name: 'testType in row 2' });
    await cell.fill('extraction');
    await cell.press('Enter');
    await page.getByRole('button', { name: 'Try this again' }).click();
    await expect(page.getByRole('button', { name: 'Import 2 records' })).toBeVisible();
    // A choice of rows is part of the import of all sheets once its dry run has it.
    await page.getByRole('checkbox', { name: 'Import row 2' }).uncheck();
    await expect(importAll).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Import row 2' }).check();
    await expect(importAll).toBeEnabled();
    // As if the server had stopped after the first sheet.
    await steps.getByRole('link', { name: 'Sources: Sources' }).click();
    await page.getByRole('button', { name: 'Import 1 record' }).click();
    await steps.getByRole('button', { name: 'Import the remaining sheets' }).click();

    await expect(steps.getByText('Done', { exact: true })).toHaveCount(2);
    const { body } = await api.call('GET', `/api/extractions?extractionId_contains=${mark}`);
    expect(body.data).toHaveLength(2);
  });
});
