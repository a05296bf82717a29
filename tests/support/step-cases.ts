import type { Step } from '../../src/files/steps/step.ts';

/** A file of books with cells to repair, the steps that do it, and what becomes of them. */
export type StepCase = {
  does: string;
  csv: string;
  steps: Step[];
  mapping?: Record<string, unknown>;
  /** By isbn, in the order of the rows. */
  books: Record<string, unknown>[];
  /** For each step. */
  counts: { changed: number; warnings: number }[];
  /** Code and column of each warning. */
  warnings?: string[];
};

const one = (changed: number, warnings = 0) => [{ changed, warnings }];

/** One case for each thing that steps can do. */
export const stepCases: StepCase[] = [
  {
    does: 'trims and collapses blanks',
    csv: 'isbn,title\n1,"  Sense   and  Sensibility "\n2,Emma\n',
    steps: [{ do: 'trim', column: 'title' }],
    books: [{ title: 'Sense and Sensibility' }, { title: 'Emma' }],
    counts: one(1),
  },
  {
    does: 'removes characters without a width',
    csv: 'isbn,title\n1,\u200bEm\u200bma\u200d\ufeff\n2,Dune\n',
    steps: [{ do: 'trim', column: 'title' }],
    books: [{ title: 'Emma' }, { title: 'Dune' }],
    counts: one(1),
  },
  {
    does: 'warns where it replaces the value of another column',
    csv: 'isbn,first,last,title\n1,Jane,Austen,Emma\n2,Homer,,\n',
    steps: [{ do: 'join', columns: ['first', 'last'], separator: ' ', into: 'title' }],
    mapping: { first: null, last: null },
    books: [{ title: 'Jane Austen' }, { title: 'Homer' }],
    counts: one(2, 1),
    warnings: ['I105 title'],
  },
  {
    does: 'warns where the sign of a number replaces a value',
    csv: 'isbn,title,price,blurb\n1,a,< 5,good\n2,b,< 6,\n',
    steps: [{ do: 'number', column: 'price', decimal: '.', qualifier: 'blurb' }],
    books: [
      { price: 5, blurb: '<' },
      { price: 6, blurb: '<' },
    ],
    counts: one(4, 1),
    warnings: ['I105 blurb'],
  },
  {
    does: 'gives empty cells a value from a table',
    csv: 'isbn,title,blurb\n1,a,\n2,b,yes\n',
    steps: [{ do: 'map', column: 'blurb', values: [['', 'unknown']] }],
    books: [{ blurb: 'unknown' }, { blurb: 'yes' }],
    counts: one(1),
  },
  {
    does: 'removes a unit with either of the two letters µ',
    csv: 'isbn,title,price\n1,a,5 \u03bcg/kg\n2,b,6 \u00b5g/kg\n',
    steps: [{ do: 'number', column: 'price', decimal: '.', units: ['\u00b5g/kg'] }],
    books: [{ price: 5 }, { price: 6 }],
    counts: one(2),
  },
  {
    does: 'replaces a text',
    csv: 'isbn,title\n1,Sense &amp; Sensibility\n2,Emma\n',
    steps: [{ do: 'replace', column: 'title', find: '&amp;', by: '&' }],
    books: [{ title: 'Sense & Sensibility' }, { title: 'Emma' }],
    counts: one(1),
  },
  {
    does: 'replaces what a pattern matches',
    csv: 'isbn,title\n1,"Austen, Jane"\n2,Emma\n',
    steps: [
      { do: 'replace', column: 'title', find: '^(\\w+), (\\w+)$', by: '$2 $1', isPattern: true },
    ],
    books: [{ title: 'Jane Austen' }, { title: 'Emma' }],
    counts: one(1),
  },
  {
    does: 'removes a prefix and a suffix',
    csv: 'isbn,title\n1,Title: Emma (novel)\n2,Dune\n',
    steps: [{ do: 'remove', column: 'title', prefix: 'Title:', suffix: '(novel)' }],
    books: [{ title: 'Emma' }, { title: 'Dune' }],
    counts: one(1),
  },
  {
    does: 'writes capitals',
    csv: 'isbn,title\n1,emma\n2,EMMA\n',
    steps: [{ do: 'case', column: 'title', to: 'upper' }],
    books: [{ title: 'EMMA' }, { title: 'EMMA' }],
    counts: one(1),
  },
  {
    does: 'writes small letters',
    csv: 'isbn,title,genre\n1,a,Novel\n2,b,POETRY\n',
    steps: [{ do: 'case', column: 'genre', to: 'lower' }],
    books: [{ genre: 'novel' }, { genre: 'poetry' }],
    counts: one(2),
  },
  {
    does: 'writes each word with a capital',
    csv: 'isbn,title\n1,NORTHANGER abbey’s élan\n',
    steps: [{ do: 'case', column: 'title', to: 'title' }],
    books: [{ title: 'Northanger Abbey’s Élan' }],
    counts: one(1),
  },
  {
    does: 'takes what is between two texts',
    csv: 'isbn,title\n1,Persuasion [1817] London\n2,Emma\n',
    steps: [{ do: 'take', column: 'title', after: '[', before: ']' }],
    books: [{ title: '1817' }, { title: 'Emma' }],
    counts: one(1, 1),
    warnings: ['I075 title'],
  },
  {
    does: 'takes what is before a text',
    csv: 'isbn,title\n1,Emma / Austen\n',
    steps: [{ do: 'take', column: 'title', before: '/' }],
    books: [{ title: 'Emma' }],
    counts: one(1),
  },
  {
    does: 'takes one part of a list, also from its end',
    csv: 'isbn,title,genre\n1,a; b; c,novel|poetry\n2,d,poetry\n',
    steps: [
      { do: 'part', column: 'title', separator: ';', number: -1 },
      { do: 'part', column: 'genre', separator: '|', number: 2 },
    ],
    books: [
      { title: 'c', genre: 'poetry' },
      { title: 'd', genre: 'poetry' },
    ],
    counts: [
      { changed: 1, warnings: 0 },
      { changed: 1, warnings: 1 },
    ],
    warnings: ['I075 genre'],
  },
  {
    does: 'keeps the place of an empty part',
    csv: 'isbn,both\n1,Emma;;novel\n',
    steps: [{ do: 'split', column: 'both', separator: ';', into: ['title', 'blurb', 'genre'] }],
    mapping: { both: null },
    books: [{ title: 'Emma', blurb: null, genre: 'novel' }],
    counts: one(2),
  },
  {
    does: 'splits a column into several',
    csv: 'isbn,both\n1,Emma / novel\n2,Dune\n3,A / novel / more\n',
    steps: [{ do: 'split', column: 'both', separator: ' / ', into: ['title', 'blurb'] }],
    mapping: { both: null },
    books: [
      { title: 'Emma', blurb: 'novel' },
      { title: 'Dune', blurb: null },
      { title: 'A', blurb: 'novel / more' },
    ],
    counts: one(5, 2),
    warnings: ['I076 both', 'I076 both'],
  },
  {
    does: 'joins several columns into one',
    csv: 'isbn,first,last\n1,Jane,Austen\n2,Homer,\n',
    steps: [{ do: 'join', columns: ['first', 'last'], separator: ' ', into: 'title' }],
    mapping: { first: null, last: null },
    books: [{ title: 'Jane Austen' }, { title: 'Homer' }],
    counts: one(2),
  },
  {
    does: 'reads numbers with units, signs and ranges',
    csv: [
      'isbn;title;price',
      '1;a;1.234,5 EUR',
      '2;b;< 5',
      '3;c;3–4',
      '4;d;2',
      '5;e;ca. 1 234,50',
      '',
    ].join('\n'),
    steps: [
      {
        do: 'number',
        column: 'price',
        decimal: ',',
        units: ['EUR'],
        qualifier: 'blurb',
        range: 'middle',
      },
    ],
    books: [
      { price: 1234.5, blurb: null },
      { price: 5, blurb: '<' },
      { price: 3.5, blurb: null },
      { price: 2, blurb: null },
      { price: 1234.5, blurb: '~' },
    ],
    // The sign is a cell of its own.
    counts: one(6),
  },
  {
    does: 'warns of numbers it would falsify',
    csv: 'isbn,title,blurb\n1,a,< 5\n2,b,3-4\n3,c,many\n4,d,"1,234.5"\n',
    steps: [{ do: 'number', column: 'blurb', decimal: '.' }],
    books: [{ blurb: '< 5' }, { blurb: '3-4' }, { blurb: 'many' }, { blurb: '1234.5' }],
    counts: one(1, 3),
    warnings: ['I093 blurb', 'I071 blurb', 'I070 blurb'],
  },
  {
    does: 'reads dates, with years of two digits and the days of spreadsheets',
    csv: [
      'isbn,title,printedOn',
      '1,a,3.4.21',
      '2,b,31/12/1999',
      '3,c,1.2.68',
      '4,d,44197',
      '5,e,2021-05-06',
      '',
    ].join('\n'),
    steps: [{ do: 'date', column: 'printedOn', order: 'DMY', pivot: 30, serial: true }],
    books: [
      { printedOn: '2021-04-03' },
      { printedOn: '1999-12-31' },
      { printedOn: '1968-02-01' },
      { printedOn: '2021-01-01' },
      { printedOn: '2021-05-06' },
    ],
    counts: one(4),
  },
  {
    does: 'warns of dates it cannot read, and of times',
    csv: 'isbn,title,blurb\n1,a,3.4.21\n2,b,31.2.2020\n3,c,3.4.2021 soon\n4,d,3.4.2021 10:00\n',
    steps: [{ do: 'date', column: 'blurb', order: 'DMY' }],
    books: [
      { blurb: '3.4.21' },
      { blurb: '31.2.2020' },
      { blurb: '3.4.2021 soon' },
      { blurb: '2021-04-03' },
    ],
    counts: one(1, 4),
    warnings: ['I073 blurb', 'I072 blurb', 'I072 blurb', 'I104 blurb'],
  },
  {
    does: 'reads dates with the name of the month',
    csv: 'isbn,title,blurb\n1,a,17-Jan-2022\n2,b,03-Apr-21\n3,c,3. März 2021\n4,d,"May 5th, 2020"\n5,e,Mayor 5 2020\n',
    steps: [{ do: 'date', column: 'blurb', order: 'YMD', pivot: 30 }],
    books: [
      { blurb: '2022-01-17' },
      { blurb: '2021-04-03' },
      { blurb: '2021-03-03' },
      { blurb: '2020-05-05' },
      { blurb: 'Mayor 5 2020' },
    ],
    counts: one(4, 1),
    warnings: ['I072 blurb'],
  },
  {
    does: 'replaces values by a table',
    csv: 'isbn,title,genre,blurb\n1,a,Roman,x\n2,b,Lyrik,x\n3,c,novel,y\n',
    steps: [
      {
        do: 'map',
        column: 'genre',
        values: [
          ['Roman', 'novel'],
          ['Lyrik', 'poetry'],
        ],
        others: 'warn',
      },
      { do: 'map', column: 'blurb', values: [['y', 'why']], others: 'empty' },
    ],
    books: [
      { genre: 'novel', blurb: null },
      { genre: 'poetry', blurb: null },
      { genre: 'novel', blurb: 'why' },
    ],
    counts: [
      { changed: 2, warnings: 1 },
      { changed: 3, warnings: 0 },
    ],
    warnings: ['I074 genre'],
  },
  {
    does: 'fills empty cells with the cell above',
    csv: 'isbn,title,genre\n1,a,novel\n2,b,\n3,c, \n4,d,poetry\n5,e,\n',
    steps: [{ do: 'fill', column: 'genre' }],
    books: [
      { genre: 'novel' },
      { genre: 'novel' },
      { genre: 'novel' },
      { genre: 'poetry' },
      { genre: 'poetry' },
    ],
    counts: one(3),
  },
];
