import { Box } from '@mui/material';
import { NativeSelect } from '../../../kit/native-select.tsx';
import { useTexts } from '../../../messages/texts.ts';
import type { NamedField } from './collection-draft.ts';

type TitleSelectProps = {
  named: readonly NamedField[];
  titleKey: string;
  onChange: (key: string) => void;
};

/** The field that names a record, if there is a choice. */
export function TitleSelect({ named, titleKey, onChange }: TitleSelectProps) {
  const texts = useTexts('structure-new');
  if (named.length < 2) return null;
  return (
    <Box sx={{ display: 'grid', maxWidth: 372 }}>
      <NativeSelect
        label={texts.title}
        value={named.some(({ field }) => field.key === titleKey) ? titleKey : ''}
        none={texts.usualTitle}
        options={named.map(({ field, label }) => [field.key, label])}
        onChange={onChange}
      />
    </Box>
  );
}
