import type { Field } from './field.ts';

/** How many digits the numbers of a field have after the decimal point, at most; undefined if nobody says so. */
export function decimalsOf({ kind, settings }: Field): number | undefined {
  return kind.column(settings).sql === 'bigint' ? 0 : kind.computed?.decimals?.(settings);
}
