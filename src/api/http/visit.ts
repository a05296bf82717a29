/** What is known of a request before its route is, and noted on the way for the log. */
export type Visit = {
  requestId: string;
  address: string;
  userId?: string;
  /** Of the host, to be told that somebody is signed in. */
  noteUser?: (() => void) | undefined;
  /** The pattern of its route, once one is found. */
  route?: string;
  /** The route says that its answer holds a secret. */
  secret?: true;
};
