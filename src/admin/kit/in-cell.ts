/** Style of a small button in a table of facts: its text stands where that of other cells does. */
export const inCell = { mx: -0.625, my: -0.625, minWidth: 0 };
