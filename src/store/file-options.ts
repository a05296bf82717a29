/** How the records of a file are written. */
export type StreamOptions = {
  /** Leaves out what its reader may not take away in a file. */
  forFile?: boolean;
  /** Writes references by the target's `importKey`, as in files, instead of its `_id`. */
  byKey?: ReadonlySet<string>;
  /** Writes the values of these fields, in order, as an array instead of an object, for a table with a header row. */
  asArrayOf?: readonly string[] | undefined;
};

/** A CSV table of these fields, with this delimiter. */
export type CopyCsv = { names: readonly string[]; delimiter: string };

/** Records as JSON, each preceded by the text that stands between two. */
export type CopyJson = { between: string };

/** References as in `StreamOptions`. */
export type CopyOptions = Pick<StreamOptions, 'byKey'> & (CopyCsv | CopyJson);
