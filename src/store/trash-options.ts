/** A record to bring back from the trash, with other values in some fields. */
export type TrashRestore = { id: string; values?: Readonly<Record<string, unknown>> };

export type TrashOptions = {
  /** Empties optional references to records that are gone, in these fields. */
  clear?: readonly string[];
  /** Checked values, by field, for records whose own value is missing, taken by another record, or no longer valid. */
  values?: Readonly<Record<string, unknown>>;
  /** Records that come back in other calls, so references to them are not missing. */
  also?: ReadonlySet<string>;
};
