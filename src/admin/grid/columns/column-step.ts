/** How much wider or narrower a column gets by one press. */
export const STEP = 24;
