import type { Picker } from './written-text.ui.tsx';

/** Days are what the browser's calendar calls them. */
export const dayPicker: Picker = {
  type: 'date',
  toPicker: (date) => date,
  fromPicker: (picked) => (picked === '' ? undefined : picked),
};
