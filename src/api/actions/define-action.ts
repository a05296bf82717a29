import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problem.ts';
import type { Expected, Store, StoredRecord, WriteOutcome } from '../../store/store.ts';
import type { CurrentUser } from '../http/call.ts';

/** One call of an action, with all that its code may want to know. */
type ActionCall = {
  resource: Resource;
  /** As it is now, whole: code may look at fields the user may not read. */
  record: StoredRecord;
  /** The version the user looked at; hand it to the write. */
  expected: Expected;
  /** What was told in the form, checked against its fields; what was left empty is null or `[]`. */
  form: Readonly<Record<string, unknown>>;
  user: CurrentUser;
  /** As the user has it: no other records than theirs. Fields are not held back from code. */
  store: Store;
};

/** The code of a declared action. */
export type ActionCode = {
  resource: string;
  /** As in `actions` of the descriptor. */
  name: string;
  /** Answers with the record as it is afterwards, or with the problems for which nothing was done. */
  run(call: ActionCall): Promise<WriteOutcome | { problems: readonly Problem[] }>;
};

/** The code of an action of the descriptor; `src/installation/manifest.ts` lists it. */
export function defineAction(code: ActionCode): ActionCode {
  return code;
}
