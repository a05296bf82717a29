/** What stands around the documentation of the API, which is itself in English. */
export const texts = {
  public: 'Public API',
  internal: 'Internal API',
  sections: 'Sections',
  back: 'Back to the app',
  loading: 'Loading …',
  failed: 'The documentation cannot be loaded. Try again in a moment.',
  denied: 'The internal API is documented for developers and admins.',
};
