import { toTypedWords } from '../typed-words.ts';

// The first that fits: nearly all claim to be Safari, and many to be Chrome.
const browsers = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
};
const systems = {
  Windows: 'Windows',
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  'Mac OS': 'macOS',
  Linux: 'Linux',
};

/** A browser as people call it: `Firefox, Windows`; of another client what it says of itself. */
export function toBrowserName(userAgent: string): string {
  const names = [find(browsers, userAgent), find(systems, userAgent)].filter(Boolean);
  return names.join(', ') || toTypedWords(userAgent);
}

function find(known: Readonly<Record<string, string>>, userAgent: string): string | undefined {
  return Object.entries(known).find(([mark]) => userAgent.includes(mark))?.[1];
}
