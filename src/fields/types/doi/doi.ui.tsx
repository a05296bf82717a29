import { linkUi } from '../url/external-link.ui.tsx';

// A DOI may contain `#`, `?` and `<`, which have another meaning in an address.
export const doiUi = linkUi(
  (doi) => `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`,
);
