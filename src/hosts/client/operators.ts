import type { Operator as Registered } from '../../fields/type/operators.ts';

// `npx backoffice schema --out` writes the names in place of this module.
export type Operator = Registered;
