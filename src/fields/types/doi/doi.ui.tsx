import { linkUi } from '../url/external-link.ui.tsx';

// A DOI may hold `#`, `?` and `<`, which mean something else in an address.
export const doiUi = linkUi(
  (doi) => `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`,
);
