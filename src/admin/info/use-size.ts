import { useLanguage } from '../messages/language.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Writes bytes in the unit in which they have one to three digits: `14.9 MB`, in German `14,9 MB`. */
export function useSize(): (bytes: number) => string {
  const language = useLanguage();
  return (bytes) => {
    const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit: units[step]!,
      maximumFractionDigits: 1,
    }).format(bytes / 1000 ** step);
  };
}
