import { useTranslate } from 'react-admin';
import type { FieldInputs } from '../../type/field-ui.ts';
import { ContainsFilter } from '../../screen/line-input.ui.tsx';
import { TextsInput } from '../../screen/texts-input.ui.tsx';

export const tagsInputs: FieldInputs = {
  Input: TextsInput,
  /** Has one of these tags, or one that contains the text. */
  Filter: ({ source, label, field }) => (
    <>
      <TextsInput source={`${source}_in`} label={useTranslate()('values.one_of', { label })} />
      <ContainsFilter source={source} label={label} field={field} />
    </>
  ),
};
