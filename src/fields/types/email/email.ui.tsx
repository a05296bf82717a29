import { linkUi } from '../url/external-link.ui.tsx';

export const emailUi = linkUi(
  (address) => `mailto:${encodeURIComponent(address).replace('%40', '@')}`,
);
