import type { Language } from '../../fields/languages.ts';

/** `1 hour`, `7 days`: how long a link works, as people say it. */
export const howLong: Record<Language, (hours: number) => string> = {
  en: (hours) => say(hours, ['hour', 'hours'], ['day', 'days']),
  de: (hours) => say(hours, ['Stunde', 'Stunden'], ['Tag', 'Tage']),
};

type Word = readonly [one: string, many: string];

function say(hours: number, hour: Word, day: Word): string {
  const [count, [one, many]] = hours % 24 === 0 ? [hours / 24, day] : [hours, hour];
  return `${count} ${count === 1 ? one : many}`;
}
