/** The texts around the API documentation, which itself is in English. */
export const texts = {
  public: 'Public API',
  internal: 'Internal API',
  sections: 'Sections',
  back: 'Back to the app',
  loading: 'Loading…',
  failed: 'The API documentation could not be loaded. Try again in a moment.',
  denied: 'Only developers and admins can view the internal API documentation.',
};
