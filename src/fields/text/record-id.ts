import { z } from 'zod';
import { valueCheck } from '../problems/value-check.ts';

/** The `_id` of a record; only the database knows whether the record exists. */
export const recordIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

export const recordId = z
  .string()
  .check(
    valueCheck((id) =>
      recordIdPattern.test(id) ? undefined : { code: 'V011', params: { expected: 'recordId' } },
    ),
  )
  .meta({ pattern: recordIdPattern.source });
