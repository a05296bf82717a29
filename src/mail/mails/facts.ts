import type { Language } from '../../fields/problems/languages.ts';
import type { Letter } from '../letter.ts';
import { toSafeWords } from '../mail-address.ts';

/** `1 hour`, `7 days`: how long a link works, as people say it. */
export const durationText: Record<Language, (hours: number) => string> = {
  en: (hours) => hoursText(hours, ['hour', 'hours'], ['day', 'days']),
  de: (hours) => hoursText(hours, ['Stunde', 'Stunden'], ['Tag', 'Tage']),
};

type Word = readonly [one: string, many: string];

function hoursText(hours: number, hour: Word, day: Word): string {
  const [count, [one, many]] = hours % 24 === 0 ? [hours / 24, day] : [hours, hour];
  return `${count} ${count === 1 ? one : many}`;
}

type Event = { at: string; address: string | null; userAgent?: string | null };
type Facts = NonNullable<Letter['facts']>;

/** The time and origin of an event, so that readers can tell whether it was themselves. */
export const eventFacts: Record<Language, (event: Event) => Facts> = {
  en: (event) => toFacts(event, 'en-GB', ['Time', 'Address', 'Browser']),
  de: (event) => toFacts(event, 'de-DE', ['Zeit', 'Adresse', 'Browser']),
};

function toFacts(
  { at, address, userAgent }: Event,
  locale: string,
  [time, from, browser]: readonly [string, string, string],
): Facts {
  return [
    [time, toTime(at, locale)],
    ...(address ? [[from, address] as const] : []),
    ...(userAgent ? [[browser, toBrowserName(userAgent)] as const] : []),
  ];
}

/** In UTC, and marked as such, because the time zone of the reader is unknown. */
function toTime(at: string, locale: string): string {
  const shown = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(at).toLocaleString(locale, shown)} UTC`;
}

// The first match counts: nearly all claim to be Safari, and many claim to be Chrome.
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

/** The common name of a browser, such as `Firefox, Windows`; for other clients their own text, cut. */
function toBrowserName(userAgent: string): string {
  const names = [find(browsers, userAgent), find(systems, userAgent)].filter(Boolean);
  return names.join(', ') || toSafeWords(userAgent);
}

function find(
  namesByMark: Readonly<Record<string, string>>,
  userAgent: string,
): string | undefined {
  return Object.entries(namesByMark).find(([mark]) => userAgent.includes(mark))?.[1];
}
