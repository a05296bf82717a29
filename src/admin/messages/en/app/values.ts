import { values as texts } from '../../../../fields/problems/value-texts.ts';

/** The texts of the cells, inputs and filters of the field types. */
export const values = { values: texts };
