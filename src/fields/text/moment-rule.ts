import { z } from 'zod';
import { valueCheck } from '../problems/value-check.ts';

/** The rule of a moment in a body: RFC 3339, from the year 1 on, because PostgreSQL has no year 0. */
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
