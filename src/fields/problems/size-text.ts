import { requireItem } from '../require-entry.ts';
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit that leaves one to three digits: `14.9 MB`, in German `14,9 MB`; below 1,000, `957 bytes`. */
export function toSizeText(bytes: number, language: string): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: requireItem(units, step),
    // The short name of a byte has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}

/** The bytes of a text such as `50 MB`; the units count in steps of 1,000, as `toSizeText` writes them. */
export function readSize(text: string): number {
  const [, amount = '', unit = ''] = /^(\d+(?:[.]\d+)?) ?([kMGT]?)B$/.exec(text) ?? [];
  return Math.round(Number(amount) * 1000 ** ' kMGT'.indexOf(unit || ' '));
}
