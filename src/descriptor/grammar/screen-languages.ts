/** The languages the screens are written in. */
export const screenLanguages = ['en', 'de'] as const;
