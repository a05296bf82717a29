import type { Resource } from '../../descriptor/descriptor.ts';
import type { Problem } from '../../fields/problems/problem.ts';
import type { Actor, Version, Store, StoredRecord, WriteOutcome } from '../../store/store.ts';
import type { CurrentUser } from '../../services/acting.ts';

/** One call of an action, with what its code may need. */
type ActionCall = {
  resource: Resource;
  /** The whole current record: code may read fields that the user may not read. */
  record: StoredRecord;
  /** The version the user saw; pass it to the write. */
  expected: Version;
  /**
   * The values of the form, checked against its fields; empty ones are null or `[]`. Files are whole, as records have
   * them, and the code can write them into a field of the record.
   */
  form: Readonly<Record<string, unknown>>;
  user: CurrentUser;
  /** The user as the actor of the write, for the stamps and the history. */
  by: Actor;
  /** Restricted to the records of the user. Code can use all their fields. */
  store: Store;
};

/** The code of a declared action. */
export type ActionCode = {
  resource: string;
  /** The name in `actions` of the descriptor. */
  name: string;
  /** Returns the record after the action, or the problems because of which nothing was done. */
  run(call: ActionCall): Promise<WriteOutcome | { problems: readonly Problem[] }>;
};

/** The code of an action of the descriptor; `src/installation/manifest.ts` lists it. */
export function defineAction(code: ActionCode): ActionCode {
  return code;
}
