import { z } from 'zod';
import { valueCheck } from '../problems/value-check.ts';

/**
 * The rule of a moment: RFC 3339, in the years that PostgreSQL and ISO 8601 both write with four digits, which an offset
 * can move it out of.
 */
export const momentRule = z.iso
  .datetime({ offset: true })
  .check(
    valueCheck((text: string) =>
      isStorableMoment(new Date(text))
        ? undefined
        : { code: 'V011', params: { expected: 'dateTime' } },
    ),
  );

/** Whether PostgreSQL can store it as we write it, in UTC. */
export function isStorableMoment(moment: Date): boolean {
  return moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9_999;
}
