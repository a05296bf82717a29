import { linkUi } from './external-link.ui.tsx';

export const urlUi = linkUi(
  (address) => address,
  // In a list the part that distinguishes addresses; `https://www.` does not.
  (address) => address.replace(/^(https?:\/\/(www\.)?|mailto:)/i, '').replace(/\/$/, ''),
);
