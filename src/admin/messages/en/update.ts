/** What is said of a newer build of the screens. */
export const update = {
  title: 'Software update',
  text: 'The software has been updated. The page will be refreshed.',
  unsaved: 'What you have typed on this page and not saved would be lost. Save it first.',
  refresh: 'Refresh now',
  later: 'Later',
};

export type UpdateTexts = typeof update;
