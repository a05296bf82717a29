const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in the unit that leaves one to three digits: `14.9 MB`, in German `14,9 MB`. */
export function toSizeText(bytes: number, language: string): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step]!,
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** step);
}
