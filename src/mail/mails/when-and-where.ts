import type { Language } from '../../fields/languages.ts';
import type { Letter } from '../letter.ts';
import { toBrowserName } from './browser-name.ts';

type Event = { at: string; address: string | null; userAgent?: string | null };
type Facts = NonNullable<Letter['facts']>;

/** When something was done and from where, so that one can tell whether it was oneself. */
export const whenAndWhere: Record<Language, (event: Event) => Facts> = {
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

/** In UTC and said so: nobody knows where the reader will be. */
function toTime(at: string, locale: string): string {
  const shown = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Date(at).toLocaleString(locale, shown)} UTC`;
}
