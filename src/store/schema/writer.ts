/** The setting in which a statement says who writes, for the triggers that judge checks. */
export const WRITER = 'backoffice.writer';
