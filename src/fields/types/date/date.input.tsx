import { dayNotation } from '../../screen/notation-field.ui.tsx';
import { notationInputs } from '../../screen/notation-input.ui.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';

export const dateInputs = notationInputs(useNotation);

function useNotation() {
  return { ...dayNotation, placeholder: useFieldTexts().datePlaceholder };
}
