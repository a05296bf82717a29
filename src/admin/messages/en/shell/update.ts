/** The texts about a newer build of the screens. */
export const texts = {
  title: 'Software update',
  text: 'The software has been updated. The page will be refreshed.',
  unsaved: 'You have unsaved changes on this page. Save them first, or they will be lost.',
  refresh: 'Refresh now',
  later: 'Later',
};

export type UpdateTexts = typeof texts;
