import type { FieldInputs } from '../../type/field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';
import { TextsInput } from '../../screen/texts-input.ui.tsx';
import { useFieldTexts } from '../../screen/texts.ui.ts';
import { fillTemplate } from '../../problems/fill-template.ts';

export const tagsInputs: FieldInputs = {
  Input: TextsInput,
  /** Has one of these tags, or one that contains the text. */
  Filter: ({ source, label, field }) => (
    <>
      <TextsInput source={`${source}_in`} label={fillTemplate(useFieldTexts().oneOf, { label })} />
      <ContainsFilter source={source} label={label} field={field} />
    </>
  ),
};
