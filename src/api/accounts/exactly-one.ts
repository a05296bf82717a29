import { valueCheck } from '../../fields/problems/value-check.ts';

/** Checks that a body has one of these members, and no two. */
export function exactlyOne(members: object) {
  return valueCheck((body: Readonly<Record<string, unknown>>) =>
    Object.keys(members).filter((name) => body[name] !== undefined).length === 1
      ? undefined
      : { code: 'V080' },
  );
}
