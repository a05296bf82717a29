/**
 * One change of the database towards the descriptor. `additive`: nothing that is there is lost or
 * changed. `rewriting`: values are converted. `destructive`: something is gone afterwards.
 */
export type Step = {
  kind: 'additive' | 'rewriting' | 'destructive';
  table: string;
  column?: string;
  /** A sentence for people. */
  summary: string;
  sql: readonly string[];
  /** The server can do without it: what is no longer declared may stay. */
  optional?: boolean;
  /** Rows in the way of it. It can only be made when there are none. */
  obstacle?: {
    /** A statement that answers their number as `count`. */
    count: string;
    /** What is said about them, after their number. */
    summary: string;
  };
};
