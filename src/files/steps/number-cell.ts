import { toNfkc, withoutUnit } from '../formats/without-unit.ts';
import type { NumberForm } from './step.ts';

/** A number as it is stored, with the sign that was before it, or why it is none. */
export type NumberCell = { number: string; sign: string } | 'range' | 'no number';

const signs: Readonly<Record<string, string>> = {
  '': '',
  '=': '',
  '<': '<',
  '>': '>',
  '<=': '≤',
  '≤': '≤',
  '=<': '≤',
  '>=': '≥',
  '≥': '≥',
  '=>': '≥',
  '~': '~',
  '≈': '~',
  'ca.': '~',
  ca: '~',
  'c.': '~',
};

/** Creates the function that reads `< 1.234,5 mg/kg`, `3–5` and the like. */
export function createNumberReader(form: NumberForm): (text: string) => NumberCell {
  const toPlain = createPlainReader(form.decimal);
  const units = [...(form.units ?? [])].sort((left, right) => right.length - left.length);
  return (text) => {
    const bare = withoutUnits(text.trim(), units);
    const [, before = '', rest = ''] =
      /^([<>≤≥~≈=]{1,2}|ca?\.?(?=[\s\d]))?\s*([^]*)$/iu.exec(bare) ?? [];
    const sign = signs[before.toLowerCase()];
    if (sign === undefined) return 'no number';
    const number = toPlain(rest);
    if (number !== undefined) return { number, sign };
    const range = /^(\S+?)(?:-|–|—|\.{2,3}|to|bis)(\S+)$/u.exec(rest.replace(/\s+/g, ''));
    const [low, high] = range?.slice(1).map(toPlain) ?? [];
    if (low === undefined || high === undefined) return 'no number';
    const taken = takeOfRange(low, high, form.range);
    return taken === undefined ? 'range' : { number: taken, sign };
  };
}

function withoutUnits(text: string, units: readonly string[]): string {
  for (const unit of units) {
    const rest =
      unit === '' ? undefined : withoutUnit(text, unit, (one) => toNfkc(one).toLowerCase());
    if (rest !== undefined) return rest;
  }
  return text;
}

/** Creates the function that returns `1234.5`; undefined for a text that is no number in this form. */
function createPlainReader(decimal: '.' | ','): (text: string) => string | undefined {
  const separator = decimal === ',' ? String.raw`[.\s'’]` : String.raw`[,\s'’]`;
  const separators = new RegExp(separator, 'gu');
  const whole = String.raw`(?:\d{1,3}(?:${separator}\d{3})+|\d+)`;
  const sign = decimal === ',' ? ',' : String.raw`\.`;
  const form = new RegExp(
    String.raw`^[-+−]?(?:${whole}(?:${sign}\d*)?|${sign}\d+)(?:[eE][-+]?\d{1,3})?$`,
    'u',
  );
  return (text) => {
    if (!form.test(text)) return undefined;
    const plain = text.replace(separators, '').replace('−', '-').replace(/^\+/, '');
    return (decimal === ',' ? plain.replace(',', '.') : plain).replace(/\.(?=$|[eE])/, '');
  };
}

function takeOfRange(low: string, high: string, range: NumberForm['range']): string | undefined {
  if (range === 'low') return low;
  if (range === 'high') return high;
  if (range === undefined) return undefined;
  const places = Math.max(...[low, high].map((each) => each.split('.')[1]?.length ?? 0));
  const middle = ((Number(low) + Number(high)) / 2).toFixed(Math.min(places + 1, 20));
  return String(Number(middle));
}
