import { Button } from '@mui/material';
import { useMemo, type ReactNode } from 'react';
import { useSetting } from '../../client/use-setting.ts';
import { isEmptyValue } from '../../../fields/is-empty-value.ts';
import type { FieldSection } from '../record-layout.ts';
import { useTexts } from '../../messages/texts.ts';
import { fillTemplate } from '../../../fields/problems/fill-template.ts';

/** The choice of the user to see empty fields while they read; the server stores it. */
const SETTING = 'emptyFields';

/** The sections to read: without empty fields, and with a button that shows them. */
export function useEmptyFields(
  sections: readonly FieldSection[],
  values: Readonly<Record<string, unknown>>,
  isReading: boolean,
): { sections: readonly FieldSection[]; button: ReactNode } {
  const texts = useTexts('app');
  const [isShown = false, setShown] = useSetting<boolean>(SETTING);
  const folded = useMemo(
    () => sections.map((section) => withoutEmpty(section, values)),
    [sections, values],
  );
  const count = (of: readonly FieldSection[]): number =>
    of.reduce((sum, { fields }) => sum + fields.length, 0);
  const empty = count(sections) - count(folded);
  if (!isReading || empty === 0) return { sections, button: null };
  const button = (
    <Button
      size="small"
      color="inherit"
      aria-expanded={isShown}
      onClick={() => setShown(isShown ? undefined : true)}
      sx={{ gridColumn: '1 / -1', justifySelf: 'start', color: 'text.secondary' }}
    >
      {fillTemplate(isShown ? texts.form.hideEmpty : texts.form.showEmpty, { count: empty })}
    </Button>
  );
  return { sections: isShown ? sections : folded, button };
}

function withoutEmpty(section: FieldSection, values: Readonly<Record<string, unknown>>) {
  const fields = section.fields.filter(({ name }) => !isEmptyValue(values[name]));
  if (fields.length === section.fields.length) return section;
  return { ...section, fields, isFolded: fields.length === 0 };
}
