/** Figures of one width stand under each other. As a style: to make a class of it takes as long as to draw the rest of a cell. */
export const figures = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const;
