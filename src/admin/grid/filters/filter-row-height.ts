export const FILTER_ROW = 38;
