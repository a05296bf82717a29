import type { Step } from '../../src/files/steps/step.ts';

/** How a file of an office is taken in as it is. */
export type RawRecipe = {
  resource: string;
  layout: Record<string, string | number>;
  steps: Step[];
  mapping: Record<string, unknown>;
  constants?: Record<string, string>;
};

/** Substances without a CAS number get a key from their FCM number, as the help of the field says. */
export const annexRecipe: RawRecipe = {
  resource: 'chems',
  layout: { headerRow: 5 },
  steps: [
    { do: 'join', columns: ['CAS No.', 'FCM No'], separator: '|', into: 'key' },
    { do: 'replace', column: 'key', find: '^-\\|(.*)$', by: 'FCM-$1', isPattern: true },
    { do: 'replace', column: 'key', find: '\\|.*$', by: '', isPattern: true },
    { do: 'replace', column: 'key', find: ';', by: ', ' },
    { do: 'map', column: 'EC No.', values: [['-', '']] },
    { do: 'replace', column: 'Restriction(s)', find: '&gt;', by: '>' },
    { do: 'replace', column: 'Restriction(s)', find: '&lt;', by: '<' },
  ],
  mapping: {
    key: 'casId',
    'Substance Name': 'commonName',
    'EC No.': 'ecNumber',
    'FCM No': 'fcmNo',
    'SML (mg/kg)': 'specificMigrationLimit',
    'Restriction(s)': 'comments',
  },
};

/** The inventory gives numbers of its own to what has no CAS number; they become keys. */
export const inventoryRecipe: RawRecipe = {
  resource: 'chems',
  layout: { headerRow: 5 },
  steps: [
    { do: 'trim', column: 'CAS Registry No. (or other ID)' },
    {
      do: 'replace',
      column: 'CAS Registry No. (or other ID)',
      find: '^(977\\d{3}-\\d\\d-\\d)$',
      by: 'FDA-$1',
      isPattern: true,
    },
    { do: 'trim', column: 'Substance' },
    { do: 'case', column: 'Substance', to: 'title' },
  ],
  mapping: { 'CAS Registry No. (or other ID)': 'casId', Substance: 'commonName' },
};

/** The value as printed stays; the number, its sign and its deviation are read from it. */
export const plasticsRecipe: RawRecipe = {
  resource: 'extractions',
  layout: { headerRow: 2 },
  steps: [
    {
      do: 'map',
      column: 'Mean DEHP (ng/g)',
      values: [['N/A', '']],
    },
    { do: 'join', columns: ['Mean DEHP (ng/g)'], separator: '', into: 'number' },
    {
      do: 'replace',
      column: 'number',
      find: '^([<>]?[0-9.,]+)(.*)$',
      by: '$1|$2',
      isPattern: true,
    },
    { do: 'replace', column: 'number', find: '^[^|]*$', by: '', isPattern: true },
    { do: 'split', column: 'number', separator: '|', into: ['number', 'deviation'] },
    { do: 'number', column: 'number', decimal: '.', qualifier: 'sign' },
    { do: 'remove', column: 'deviation', prefix: '±' },
    {
      do: 'replace',
      column: 'deviation',
      find: '^.*[^0-9.].*$',
      by: '',
      isPattern: true,
    },
  ],
  mapping: {
    'column A': 'food',
    'Mean DEHP (ng/g)': 'valueRaw',
    number: 'value',
    sign: 'qualifier',
    deviation: 'valueSd',
    Category: 'foodCategory',
    Country: 'country',
    'Sample size (n)': 'sampleSize',
    Title: {
      field: 'source',
      by: 'title',
      create: true,
      given: { sourceId: 'plastic-{row}', title: '{Title}', year: '{Published}' },
    },
  },
  constants: {
    extractionId: 'plastic-{row}',
    rawChemName: 'DEHP',
    testType: 'migrationIntoFood',
    unit: 'ng/g',
  },
};
