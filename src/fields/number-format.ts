type Shape = { integer?: boolean; decimals?: number };

const formats = new Map<string, Intl.NumberFormat>();

/**
 * A number as the language writes it, with all its digits: a molecular weight must not lose its third decimal. Four
 * digits have no separator, so that a year is `2026`.
 */
export function showNumber(value: number, { decimals }: Shape, language: string): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-6)) return String(value);
  return formatOf(language, decimals).format(value);
}

/** Making a format takes a hundred times as long as using it. */
function formatOf(language: string, decimals: number | undefined): Intl.NumberFormat {
  const key = `${language} ${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(language, {
      useGrouping: 'min2',
      minimumFractionDigits: decimals ?? 0,
      // A stored value may have more digits than the field accepts today.
      maximumFractionDigits: 15,
    });
  formats.set(key, format);
  return format;
}
