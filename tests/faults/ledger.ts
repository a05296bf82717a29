/** What became of one call of the workload, and when it ended; status 0 is a connection that broke. */
export type Outcome = {
  method: string;
  path: string;
  status: number;
  code?: string;
  ms: number;
  at: number;
};

/**
 * What the server acknowledged, so that it can be held against what is there in the end. A write
 * whose answer never came, or that says it does not know, may have happened or not.
 */
export class Ledger {
  readonly outcomes: Outcome[] = [];
  readonly #created = new Set<string>();
  readonly #refused = new Set<string>();
  /** Of each record the last value that was acknowledged, and those that may stand there instead. */
  readonly #values = new Map<string, { acknowledged: string | null; possible: Set<string> }>();

  created(key: string): void {
    this.#created.add(key);
    this.#values.set(key, { acknowledged: null, possible: new Set() });
  }

  /** An answer said that the record was not created. */
  refused(key: string): void {
    this.#refused.add(key);
  }

  /** Before the call: from now on the value may be there, whatever the answer says. */
  trying(key: string, value: string): void {
    this.#values.get(key)?.possible.add(value);
  }

  /** One writer has one record, so what came before can come back no more. */
  wrote(key: string, value: string): void {
    this.#values.set(key, { acknowledged: value, possible: new Set() });
  }

  /** The acknowledged writes that are not there. */
  lost(there: ReadonlyMap<string, string | null>): string[] {
    return [...this.#created].filter((key) => {
      if (!there.has(key)) return true;
      const { acknowledged, possible } = this.#values.get(key)!;
      const value = there.get(key) ?? null;
      return value !== acknowledged && (value === null || !possible.has(value));
    });
  }

  /** The records that are there although their creation was refused. */
  denied(there: ReadonlyMap<string, string | null>): string[] {
    return [...this.#refused].filter((key) => there.has(key));
  }

  get acknowledged(): number {
    return this.#created.size;
  }

  /** Calls that took longer than so many milliseconds. */
  slower(than: number): number {
    return this.outcomes.filter(({ ms }) => ms > than).length;
  }

  with(status: number): number {
    return this.outcomes.filter((outcome) => outcome.status === status).length;
  }
}
