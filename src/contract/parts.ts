import { z } from 'zod';

/** The parts that many answers share. */
export const text = z.string();
export const nullableText = z.string().nullable();
export const count = z.int().min(0);
/** RFC 3339, in UTC. */
export const moment = z.string().meta({ format: 'date-time' });
export const nullableMoment = z.string().nullable().meta({ format: 'date-time' });

/** The cursor for the next call. */
export const next = nullableText.describe('The value for `_after`; null at the end.');

/** A record of the collection that a call is about. The OpenAPI document puts its schema in this place. */
export const Row = z.looseObject({ _id: text, _version: z.int().min(1) }).meta({ id: 'Row' });
