import type { Token } from '../../../descriptor/expression/variables.ts';

const units = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' } as const;

/**
 * A token in words: `today`, `yesterday`, `1 month ago`. The words of a language for a period that is near mean another
 * one than the token does, except for days and years: `last month` is a calendar month, not the same day a month ago.
 */
export function tokenText({ token, amount, unit }: Token, language: string): string {
  const hasWord = amount === 0 || token === 'year' || (token === 'today' && unit === 'd');
  const format = new Intl.RelativeTimeFormat(language, { numeric: hasWord ? 'auto' : 'always' });
  if (amount !== 0) return format.format(amount, units[unit]);
  if (token === 'year') return format.format(0, 'year');
  return format.format(0, token === 'now' ? 'second' : 'day');
}
