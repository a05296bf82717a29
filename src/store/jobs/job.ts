/** What a job is at. `interrupted` is one whose server died; it can be gone on with. */
export const jobStates = [
  'uploaded',
  'running',
  'rehearsed',
  'done',
  'failed',
  'cancelled',
  'interrupted',
  'undone',
] as const;
export type JobState = (typeof jobStates)[number];

/** The file a job takes in, and how it is read as far as that can be told by looking at it. */
export type JobFile = {
  name: string;
  size: number;
  hash: string;
  layout: Readonly<Record<string, unknown>>;
  /** How sure the encoding of a text is: `sure`, `likely` or `weak`. */
  confidence?: string;
  sheets?: readonly string[];
  /** How many it has, where a dry run has counted them. */
  rows?: number;
};

/** One file that is taken into one resource, or given out of it. */
export type Job = {
  id: string;
  kind: 'import' | 'export';
  resource: string;
  createdBy: string;
  createdAt: string;
  state: JobState;
  file: JobFile;
  /** What was asked for the last time, in the form of `POST /api/jobs/{id}/run`. */
  request: Readonly<Record<string, unknown>> | null;
  /** The bulk summary so far. */
  summary: Readonly<Record<string, unknown>> | null;
  doneRow: number;
  doneBytes: number;
  startedAt: string | null;
  endedAt: string | null;
  /** Why it ended before its time, for whoever looks after the server. */
  failure: string | null;
  /** Why it ended before its time, for whoever began it: a problem. */
  reason: Readonly<Record<string, unknown>> | null;
};
