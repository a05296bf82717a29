import { z } from 'zod';

/* What a text in a setting names, so that screens can offer the names. */

export const collectionName = z.string().min(1);

/** A field of the collection that has the setting. */
export const ownFieldName = z.string().min(1);

/** A field of the collection, or one behind references: `source.year`. */
export const fieldPath = z.string().min(1);

/** Fields in the order of sorting: `-year,title`. */
export const sortOrder = z.string().min(1);

/** The key of a menu group. */
export const groupKey = z.string();

/** A unit from the list of a type, such as the code of a currency. */
export const listedUnit = z.string();

/** An expression, which computes a value or says whether something holds. */
export const expressionText = z.string().min(1).max(2000);

export const roleName = z.string();
