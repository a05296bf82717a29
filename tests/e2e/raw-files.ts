import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { top } from '../support/source-files.ts';

/** A file as an office sends it, and what becomes of its rows. */
export type RawFile = {
  name: string;
  bytes: Buffer;
  /** Rows below the names, and of them those with a number of which the check digit is right, once each. */
  rows: number;
  numbers: number;
};

const folder = join(top, '../shared/data/raw');

/** The real file where it lies beside the checkout, else a small one of the same shape. */
function readRaw(name: string, instead: string): Buffer {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path) : Buffer.from(instead);
}

/** The annex: names in row 5, quotes with commas, `-` for what is not known, units behind numbers. */
export function annex(): RawFile {
  const head =
    'Substance Name,EC No.,CAS No.,Name,CAS,FCM No,Ref No.,SML (mg/kg),Restriction(s),Notes';
  const bytes = readRaw(
    'eu-10-2011-annex-i.csv',
    [
      '"FCM and Articles, Annex",,,,,,,,,',
      'Note: groups stand in several rows.,,,,,,,,,',
      ',,,,,,,,,',
      ',,,,,,,,,',
      head,
      '"(1,3-phenylenedioxy)diacetic acid",203-027-8,102-39-6,x,102-39-6,202,23070,0.05 mg/kg,,',
      'bisphenol A,201-245-8,80-05-7,bisphenol A,80-05-7,151,13480,0.05 mg/kg,,ND',
      'bisphenol A again,201-245-8,80-05-7,bisphenol A,80-05-7,151,13480,0.05 mg/kg,,ND',
      '"a polymer, crosslinked",-,-,"a polymer, crosslinked",,1043,,,,',
      '',
    ].join('\n'),
  );
  // Behind the EC number; two of one substance have a semicolon between them.
  const number = /,(?:\d{3}-\d{3}-\d|-)?,(\d{2,7}-\d\d-\d(?:;\d{2,7}-\d\d-\d)*),/;
  return describe('annex.csv', bytes, 5, (line) => number.exec(line)?.[1]);
}

/** The inventory: four lines above the names, a blank before each number, numbers of its own among them. */
export function inventory(): RawFile {
  const bytes = readRaw(
    'us-fda-inventory.csv',
    [
      'Downloaded from an inventory; last updated 2/13/2025,',
      'Data was cut to two columns.,',
      'Consult the regulation.,',
      ',',
      'CAS Registry No. (or other ID),Substance',
      ' 514-10-3, ABIETIC ACID',
      ' 75-07-0, ACETALDEHYDE',
      ' 977110-24-8, NO NUMBER OF A SUBSTANCE',
      ' 203742-97-6," PRODUCTS OF 4-NONYLPHENOL, FORMALDEHYDE AND 1-DODECANETHIOL"',
      '',
    ].join('\n'),
  );
  return describe('inventory.csv', bytes, 5, (line) => /^ ?([\d-]+),/.exec(line)?.[1]);
}

/** The list: two rows of names, the first column named in the upper one alone, `N/A`, studies by their titles. */
export function plastics(): RawFile & { studies: { title: string; year: number }[] } {
  const bytes = readRaw(
    'plasticlist.tsv',
    [
      'Product\tProduct information\t\t\tSource\t\tLevels',
      '\tCategory\tCountry\tSample size (n)\tTitle\tPublished\tMean DEHP (ng/g)',
      'Basa\tSeafood\tCanada\t4\tTargeted screening of 11 bisphenols\t2022\t3.16±2.02',
      'Cod\tSeafood\tCanada\t4\tTargeted screening of 11 bisphenols\t2022\tN/A',
      'Milk\tDairy\tItaly\t2\tPhthalates in milk, and "packaging"\t2014\t<LOD',
      '',
    ].join('\n'),
  );
  const lines = bytes.toString('utf8').trimEnd().split(/\r?\n/);
  const names = lines[1]!.split('\t');
  const cells = lines.slice(2).map((line) => line.split('\t'));
  const titles = new Map(
    cells.map((row) => [row[names.indexOf('Title')]!, Number(row[names.indexOf('Published')])]),
  );
  const studies = [...titles].map(([title, year]) => ({ title, year }));
  return { name: 'plastics.tsv', bytes, rows: cells.length, numbers: 0, studies };
}

function describe(
  name: string,
  bytes: Buffer,
  header: number,
  numberIn: (line: string) => string | undefined,
): RawFile {
  const lines = bytes.toString('utf8').trimEnd().split(/\r?\n/).slice(header);
  const found = lines
    .flatMap((line) => numberIn(line) ?? [])
    .filter((text) => text.split(';').every(isRight));
  return { name, bytes, rows: lines.length, numbers: new Set(found).size };
}

/** The check digit of a CAS number (CAS, “Check Digit Verification”). */
function isRight(number: string): boolean {
  const digits = number.replaceAll('-', '');
  const sum = digits
    .slice(0, -1)
    .split('')
    .reduce((all, digit, at, { length }) => all + Number(digit) * (length - at), 0);
  return sum % 10 === Number(digits.at(-1));
}
