import { linkUi } from './external-link.ui.tsx';

export const urlUi = linkUi(
  (address) => address,
  // In a list the part that tells one from another; `https://www.` tells nothing.
  (address) => address.replace(/^(https?:\/\/(www\.)?|mailto:)/i, '').replace(/\/$/, ''),
);
