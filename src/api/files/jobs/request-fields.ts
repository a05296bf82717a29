import type { Body } from './run-job.ts';

/** Converts the body to the parts of a multipart import, so that the same rules apply to both. */
export function toFields({
  mapping,
  constants,
  steps,
  cells,
  missing,
  layout,
  recipe: _,
  ...plain
}: Body): Map<string, string> {
  const entries: [string, unknown][] = [
    ...Object.entries(plain),
    ...Object.entries(layout ?? {}),
    ['mapping', mapping && JSON.stringify(mapping)],
    ['constants', constants && JSON.stringify(constants)],
    ['missing', missing && JSON.stringify(missing)],
    ['steps', steps && JSON.stringify(steps)],
    ['cells', cells && JSON.stringify(cells)],
  ];
  return new Map(
    entries.flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value as string | number | boolean)] as const],
    ),
  );
}
