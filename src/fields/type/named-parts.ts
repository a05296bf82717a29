import { z } from 'zod';

/* What a text in a setting names, so that screens can offer the names. */

export const collectionName = z.string().min(1);

/** A field of the collection that has the setting. */
export const ownFieldName = z.string().min(1);

export const roleName = z.string();
