/** Instead of how many batches of rows were asked for: no more are wanted. */
export const STOP = -1;
